import { oncePer } from '../../text/remembered.ts'
import type { Page } from './page.ts'

export const oncePerPage = <T extends object | string>(read: (page: Page) => T) => oncePer(read)
