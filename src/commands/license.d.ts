/** Licences of packages imported `with { type: 'text' }`. */
declare module '*/LICENSE' {
  const text: string
  export default text
}
