import files from './font-files.json'

/** Every font that copy is set in, as paths for `fontFile`. */
export const fontPaths: readonly string[] = [...new Set(Object.values(files).flatMap(Object.values<string>))]

/** The licence of each family (SIL Open Font License 1.1), which must be distributed with the fonts. */
export const fontLicensePaths: readonly string[] = [
  ...new Set(fontPaths.map((path) => `${path.slice(0, path.indexOf('/'))}/LICENSE_FONT`)),
]
