import type { Html } from './html.ts'

/** What an area shows on the home page of the service. */
export interface HomePart {
  /** Content of its card: what it does, and one thing to try. */
  card: Html
  /** Its newest figures, each an element of `.stats`. */
  numbers?: readonly Html[]
  /** Its newest events. */
  activity?: Html
  /** State of the service, for the navigation. */
  live?: Html
  /** What the figures were read from. */
  about?: string
  /** Addresses for programs. */
  links: readonly {
    path: string
    about: string
    /** Not to be opened in a browser. */
    isPost?: boolean
  }[]
}
