import type { Said } from './facts-by-place.ts'
import { isRole } from './role-words.ts'

export interface NamedPerson extends Said {
  name: string
  role: string
}

const elsewhere = / (?:at|bei|beim|chez|@|presso|hos|bij|of) (?:the )?\p{Lu}/u
const department =
  /\b(?:head|vp|vice president|director|chief|manager|chair|lead|president|professor|dean|leiter|leiterin) of /i

/** A role that is not somebody's at another company: `CFO at Norrland` is, `Head of Customer Success` is not. */
export function isOwnRole(text: string): boolean {
  return isRole(text) && (!elsewhere.test(text) || department.test(text))
}

export function trimRole(text: string): string {
  return text.replace(/^[\s,–—|·-]{1,5}/, '').replace(/[.,;]$/, '')
}

export const patterns = [elsewhere, department, /^[\s,–—|·-]{1,5}/, /[.,;]$/]
