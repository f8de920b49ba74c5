import type { S3Config } from '../blobs/s3-store.ts'
import type { SettingReader } from './setting-reader.ts'

/** Bucket names as S3 has them; prefixes of names that need no escapes and lead nowhere else. */
const addressPattern = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(\w[\w.-]*(?:\/\w[\w.-]*)*))?\/?$/
const others = ['S3_ENDPOINT', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']

/** The bucket that BLOBS names; undefined when it is not set. */
export function readS3Config(read: SettingReader, problems: string[]): S3Config | undefined {
  const address = read.optional('BLOBS')
  const endpoint = read.publicUrl('S3_ENDPOINT')
  const region = read.text('S3_REGION', 'us-east-1')
  const accessKeyId = read.optional('S3_ACCESS_KEY_ID')
  const secretAccessKey = read.optional('S3_SECRET_ACCESS_KEY')
  if (address === undefined) {
    const set = others.filter((name) => read.optional(name) !== undefined)
    if (set.length > 0) {
      problems.push(`Cannot use ${set.join(', ')} without BLOBS: set it to s3://bucket, or none of them`)
    }
    return undefined
  }
  const [matched, bucket = '', prefix = ''] = addressPattern.exec(address) ?? []
  if (matched === undefined) {
    problems.push(
      `Cannot use BLOBS as it must be like s3://bucket/prefix, with letters, digits, ".", "-" and "_": current value is "${address}"`,
    )
  }
  if (!/^[a-z0-9-]{1,64}$/.test(region)) {
    problems.push(
      `Cannot use S3_REGION as it must be a name such as eu-central-1: current value is "${region}"`,
    )
  }
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    problems.push('Cannot use BLOBS without S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: set both')
  }
  return {
    bucket,
    prefix,
    endpoint,
    region,
    accessKeyId: accessKeyId ?? '',
    secretAccessKey: secretAccessKey ?? '',
  }
}
