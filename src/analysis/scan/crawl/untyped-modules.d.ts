declare module 'html-encoding-sniffer' {
  /** The encoding's name as in the Encoding Standard, or `defaultEncoding` unchanged. */
  export default function htmlEncodingSniffer(
    bytes: Uint8Array,
    options: { defaultEncoding: string } & ({ xml?: false; maxPrescanBytes?: number } | { xml: true }),
  ): string
}

declare module 'whatwg-mimetype' {
  export class MIMEType {
    static parse(text: string): MIMEType | null
    readonly essence: string
    readonly parameters: ReadonlyMap<string, string>
  }

  /** By the MIME Sniffing Standard, from the bytes alone. */
  export function computedMIMEType(bytes: Uint8Array): MIMEType
}
