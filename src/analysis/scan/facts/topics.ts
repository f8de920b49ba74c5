import { phone } from './contact/phone.ts'
import { registration } from './identity/registration.ts'
import { product } from './offer/product.ts'
import type { Topic } from './topic.ts'

export const allTopics: readonly Topic[] = [registration, phone, product]
