/** All inputs of a procedural scene; the same plan renders the same pixels in every format. */
export interface ScenePlan {
  family: string
  /** Unsigned 32-bit. */
  seed: number
  mood: string
  season: 'spring' | 'summer' | 'autumn' | 'winter'
  timeOfDay: 'dawn' | 'day' | 'dusk' | 'night'
  /** Hex colours that steer the hue, from the brief and the kit; may be empty. */
  palette: readonly string[]
  /** Kinds of things to show, for families with a choice: "lemon", "bowl". If absent, chosen by season and seed. */
  subjects?: readonly string[]
  /** The family draws what the brief asks for, or suits its mood or topic. */
  isFitting: boolean
  /** Words of the brief that no family can show, verbatim. */
  unshown: readonly string[]
}
