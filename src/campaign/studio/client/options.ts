/** What the server gives the pages beside the API. */
export interface StudioOptions {
  /** URL of the agent, without a slash at its end. */
  agent: string
  noteCharsMax: number
  pinNoteCharsMax: number
  nameCharsMax: number
  /** The parts of a copy in the order in which they are read, with their most characters. */
  parts: readonly { name: string; charsMax: number }[]
  layouts: readonly { name: string; description: string }[]
  placements: readonly string[]
}
