/** Texts imported `with { type: 'text' }`, and pictures `with { type: 'file' }` as their paths. */
declare module '*.md' {
  const text: string
  export default text
}

declare module '*.jpg' {
  const path: string
  export default path
}

declare module '*.svg' {
  const path: string
  export default path
}

/** Data imported `with { type: 'file' }` as its path. */
declare module '*.bin' {
  const path: string
  export default path
}
