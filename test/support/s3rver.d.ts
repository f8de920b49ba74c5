/** The part of the package that the tests use; it comes without types. */
declare module 's3rver' {
  export default class S3rver {
    constructor(options: {
      address: string
      port: number
      silent: boolean
      directory: string
      configureBuckets: { name: string }[]
    })
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
}

declare module 's3rver/lib/stores/filesystem' {
  export default class FilesystemStore {
    getResourcePath(bucket: string, key: string, resource: 'object'): string
    putObject(object: { bucket: string; key: string }): Promise<{ size: number; md5: string }>
  }
}
