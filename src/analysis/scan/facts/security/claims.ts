import { createPhraseFinder } from '../wording/phrases.ts'
import { createWordCheck } from '../wording/word-check.ts'

export type SecurityClaim =
  | 'ISO 27001'
  | 'SOC 2'
  | 'GDPR'
  | 'HIPAA'
  | 'PCI DSS'
  | 'TISAX'
  | 'SSO'
  | '2FA'
  | 'encryption'
  | 'bug-bounty'
  | 'security.txt'
  | 'DPA'

/** What a name in the text claims, and whether it stands for itself or needs a word such as `certified` beside it. */
export interface ClaimName {
  claim: SecurityClaim
  needsAffirmation: boolean
}

const names: ReadonlyArray<readonly [SecurityClaim, boolean, string]> = [
  [
    'ISO 27001',
    true,
    'iso 27001|iso27001|iso/iec 27001|iso-27001|iso/iec27001|iso 27001:2022|iso/iec 27001:2022|iso 27001:2013|iso/iec 27001:2013|din en iso 27001|din iso 27001',
  ],
  [
    'SOC 2',
    true,
    'soc 2|soc2|soc-2|soc ii|soc 2 type ii|soc 2 type 2|soc 2 type i|soc2 type ii|soc2 type 2|aicpa soc',
  ],
  ['HIPAA', true, 'hipaa'],
  ['PCI DSS', true, 'pci dss|pci-dss|pci'],
  ['TISAX', true, 'tisax'],
  ['GDPR', true, 'gdpr|dsgvo|ds-gvo|eu-dsgvo|rgpd|avg-wetgeving'],
  [
    'GDPR',
    false,
    'dsgvo-konform|dsgvo-konforme|dsgvo-konformer|dsgvo-konformes|dsgvo konform|gdpr-compliant|gdpr compliant|gdpr-ready|conforme au rgpd|conforme rgpd|conforme al rgpd|conforme al gdpr|avg-proof',
  ],
  ['SSO', false, 'sso|saml|saml 2.0|single sign-on|single sign on|single-sign-on|saml sso|sso/saml|saml/sso'],
  [
    '2FA',
    false,
    'two-factor authentication|two factor authentication|2-factor authentication|2fa|multi-factor authentication|multifactor authentication|mfa|two-step verification|zwei-faktor-authentifizierung|zwei-faktor-authentisierung|2-faktor-authentifizierung|double authentification|authentification à deux facteurs|autenticación de dos factores|autenticación en dos pasos|autenticazione a due fattori|tweefactorauthenticatie|tweestapsverificatie',
  ],
  [
    'encryption',
    false,
    'encrypted at rest|encryption at rest|encrypted in transit|encryption in transit|encrypts at rest|end-to-end encryption|end-to-end encrypted|end to end encryption|end to end encrypted|aes-256|aes 256|256-bit encryption|256-bit ssl|bank-level encryption|bank-grade encryption|ssl-verschlüsselt|ssl-verschlüsselung|tls-verschlüsselt|tls-verschlüsselung|ende-zu-ende-verschlüsselt|ende-zu-ende-verschlüsselung|verschlüsselt übertragen|verschlüsselt gespeichert|chiffrement de bout en bout|chiffrées de bout en bout|chiffrement ssl|cifrado de extremo a extremo|cifrado ssl|crittografia end-to-end|crittografia ssl|end-to-end versleuteld|end-to-end versleuteling|tls 1.2|tls 1.3',
  ],
  ['bug-bounty', false, 'bug bounty|bug-bounty'],
  ['security.txt', false, 'security.txt'],
  [
    'DPA',
    false,
    'data processing agreement|data processing addendum|dpa|auftragsverarbeitungsvertrag|vertrag zur auftragsverarbeitung|av-vertrag|avv|accord de traitement des données|accord sur le traitement des données|acuerdo de tratamiento de datos|contrato de encargo de tratamiento|accordo sul trattamento dei dati|verwerkersovereenkomst',
  ],
]

export const claimNamesIn = createPhraseFinder(
  names.flatMap(([claim, needsAffirmation, list]) =>
    list.split('|').map((name) => [name, { claim, needsAffirmation }] as const),
  ),
)

/** Beside the name of a standard: the company keeps it and somebody checked. */
export const affirms = createWordCheck(
  'certified|certification|certifications|certificate|certificates|compliant|compliance|attested|attestation|audited|audit|audits|report|reports|accredited|accreditation|type ii|type 2|type i|type 1|complies|comply|conform|conforms|zertifiziert|zertifizierte|zertifizierter|zertifizierung|zertifikat|konform|konforme|geprüft|certifié|certifiée|certifiés|certifiées|certificado|certificada|certificación|certificato|certificata|certificazione|certificati|gecertificeerd|conforme|conformité|cumplimos|conformi|voldoet|label|labels|assessment',
)

/** The claim is somebody else's: a host's, a payment provider's, a supplier's. */
export const namesOthers = createWordCheck(
  'data center|data centers|data centre|data centres|datacenter|datacenters|datacentre|datacentres|rechenzentrum|rechenzentren|centre de données|centres de données|centro de datos|centros de datos|aws|amazon web services|amazon|google cloud|azure|microsoft|stripe|paypal|adyen|mollie|hetzner|ionos|hosting|hosted|hoster|host|provider|providers|processor|processors|anbieter|dienstleister|zahlungsanbieter|partner|partners|vendor|vendors|supplier|suppliers|sub processors|subprocessors|gehostet|hébergé|hébergeur|alojado|ospitato|gehost|customers are|clients are|infrastructure partner',
)

/** The claim is what the company sells: others shall become compliant. */
export const sellsCompliance = createWordCheck(
  'get soc|get iso|get hipaa|get compliant|get certified|become|become compliant|achieve|achieving|help you|helps you|helping you|help companies|helps companies|help teams|helps teams|prepare|prepare for|preparing for|ready for|readiness|automate|automates|automated|automating|automation|consulting|consultant|consultants|consultancy|beratung|beraten|unterstützen sie|begleiten|framework|frameworks|requirements|anforderungen|your compliance|your soc|your hipaa|your gdpr|your iso|ihre zertifizierung|ihrer zertifizierung|schulung|schulungen|training|course|courses|workshop|checklist|guide|learn|what is|template|templates|webinar|how to|need to|needs to|must|should|advise|advice|advising|lawyers|lead auditor|pentest|auditor',
)

/** Ways to sign in to the site itself. */
export const signsIn = createWordCheck(
  'log in|login|sign in|signin|anmelden|einloggen|connexion|iniciar sesión|accedi|inloggen',
)
