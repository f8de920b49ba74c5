/** One file inside the executable. `path` is readable by this process only, so other programs need a copy. */
export interface EmbeddedFile {
  path: string
  sizeBytes: number
  sha256: string
}

/** Several files that must lie beside each other; the keys are their paths below one folder. */
export type EmbeddedFolder = Readonly<Record<string, EmbeddedFile>>

/** Files embedded in the executable. */
export interface Embedded {
  anvil: EmbeddedFile
  pglite: { wasm: EmbeddedFile; data: EmbeddedFile; cluster: EmbeddedFile }
  swaggerUi: EmbeddedFolder
  /** `addon` is the one of `files` to load; it finds the others beside it. */
  sharp: { files: EmbeddedFolder; addon: string }
  /** HarfBuzz as WebAssembly. */
  harfbuzz: EmbeddedFile
  /** Fonts and their licences by their paths below `@expo-google-fonts`, each compressed with Zstandard. */
  fonts: EmbeddedFolder
  /** Bundles for browsers by the paths of their `*.client.ts` files below `src/`. */
  browserScripts: EmbeddedFolder
  /** Licence texts of the packages. */
  licenses: EmbeddedFile
}

/** Undefined when run from source; `scripts/build.ts` puts a generated module in place of this one. */
export const embedded: Embedded | undefined = undefined
