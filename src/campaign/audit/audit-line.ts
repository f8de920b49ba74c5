import type { AuditEntry } from './read-audit.ts'

/** An entry as one line for a terminal. */
export function auditLine({ at, actor, keyId, action, target, details }: AuditEntry): string {
  const who = keyId === null ? actor : `${actor} (${keyId})`
  const parts = [new Date(at).toISOString(), who, action, target, details ?? '']
  return escapeUnprintable(parts.join('  ').trimEnd())
}

/** An entry as one line of JSON. */
export function auditJson({ at, details, ...entry }: AuditEntry): string {
  const parsed: unknown = details === null ? null : JSON.parse(details)
  return escapeUnprintable(JSON.stringify({ ...entry, at: new Date(at).toISOString(), details: parsed }))
}

/** Terminals execute some characters and reorder others. In JSON the escapes mean the same. */
function escapeUnprintable(line: string): string {
  return line.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
