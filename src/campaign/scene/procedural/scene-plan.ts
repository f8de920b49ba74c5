/** Everything that decides what a procedural scene looks like; the same plan renders the same pixels in every format. */
export interface ScenePlan {
  family: string
  /** Unsigned 32-bit. */
  seed: number
  mood: string
  season: 'spring' | 'summer' | 'autumn' | 'winter'
  timeOfDay: 'dawn' | 'day' | 'dusk' | 'night'
  /** Hex colours that steer the hue, from the brief and the kit; may be empty. */
  palette: readonly string[]
  /** Kinds of things to show, for families that have a choice: "lemon", "bowl". Absent, the season and the seed choose. */
  subjects?: readonly string[]
  /** Words of the brief that no family can show, as the brief has them. */
  unshown: readonly string[]
}
