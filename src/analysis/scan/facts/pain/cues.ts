import { painPoints } from '../../../catalog/default-options.ts'
import { createPhraseFinder } from '../wording/phrases.ts'

/** An option of the catalog that people would tick. */
export type Pain = (typeof painPoints)[keyof typeof painPoints]

/**
 * Wording that speaks of a problem, in a company's words about its work or its open positions. What is found this way is
 * only a guess.
 */
const words: ReadonlyArray<readonly [Pain, string]> = [
  [
    painPoints.paidLate,
    'late payments|late payment|paid late|pay late|overdue invoices|overdue payments|unpaid invoices|outstanding invoices|outstanding receivables|zahlungsverzug|offene forderungen|überfällige rechnungen|offene rechnungen|factures impayées|retards de paiement|impayés|facturas impagadas|morosidad|fatture non pagate|ritardi di pagamento|onbetaalde facturen|te late betalingen',
  ],
  [
    painPoints.chasing,
    'chasing invoices|chasing payments|chase invoices|chase payments|chasing customers|dunning|payment reminders|collections specialist|credit controller|accounts receivable specialist|accounts receivable manager|mahnwesen|zahlungserinnerungen|debitorenbuchhalter|debitorenbuchhaltung|relances clients|recouvrement|chargé de recouvrement|gestión de cobros|recobro|sollecito pagamenti|recupero crediti|debiteurenbeheer',
  ],
  [
    painPoints.cashUnclear,
    'cash flow forecast|cash flow forecasting|cash flow problems|cash forecast|liquiditätsplanung|liquiditätsengpass|trésorerie prévisionnelle|previsión de tesorería|liquiditeitsprognose',
  ],
  [
    painPoints.matching,
    'payment reconciliation|reconcile payments|reconciling payments|bank reconciliation|match payments|zahlungsabgleich|kontenabstimmung|rapprochement bancaire|conciliación bancaria|riconciliazione bancaria',
  ],
  [
    painPoints.fewLeads,
    'lead generation|generate leads|generate more leads|qualified leads|sales development representative|business development representative|pipeline generation|demand generation|leadgenerierung|neukundengewinnung|kundenakquise|kaltakquise|prospection commerciale|génération de leads|generación de leads|captación de clientes|generazione di lead|leadgeneratie|koude acquisitie',
  ],
  [
    painPoints.noReplies,
    'cold outreach|cold email|cold emails|cold calling|outbound sales|outbound campaigns|sales outreach|reply rates|prospecting emails',
  ],
  [
    painPoints.followUps,
    'follow-ups slip|missed follow-ups|forgotten follow-ups|follow up on leads|follow-up reminders|nachfassen',
  ],
  [
    painPoints.staleRecords,
    'crm data quality|crm hygiene|crm cleanup|crm clean-up|incomplete records|outdated records|stale records|data entry clerk|contact data quality|stammdatenpflege|datenpflege',
  ],
  [painPoints.slowReviews, 'code reviews|code review|pull requests|pull request reviews|merge requests'],
  [
    painPoints.brokenReleases,
    'release process|release management|broken releases|broken deployments|failed deployments|rollbacks|deployment failures|release manager',
  ],
  [
    painPoints.debt,
    'technical debt|tech debt|legacy code|legacy codebase|legacy systems|legacy system|outdated dependencies|technische schulden|altsysteme|altsystem|legacy-code|dette technique|deuda técnica|debito tecnico|technische schuld',
  ],
  [
    painPoints.engineeringUnseen,
    'engineering metrics|engineering visibility|dora metrics|developer productivity',
  ],
  [
    painPoints.numbersDiffer,
    'single source of truth|conflicting numbers|inconsistent data|inconsistent reports|data inconsistencies|conflicting reports|source de vérité unique|eine datenbasis',
  ],
  [
    painPoints.brokenDashboards,
    'broken dashboards|dashboards break|data downtime|data observability|data quality monitoring|broken pipelines|datenqualität',
  ],
  [painPoints.originUnknown, 'data lineage|data provenance|data catalog|data governance|data catalogue'],
  [
    painPoints.dataSpread,
    "data silos|siloed data|disconnected systems|disconnected tools|scattered data|duplicate records|duplicate data|multiple spreadsheets|spreadsheets everywhere|datensilos|insellösungen|dubletten|silos de données|silos de datos|silos di dati|datasilo's",
  ],
  [
    painPoints.slowImages,
    'campaign content|content production|campaign creatives|ad creatives|creative production|social media content|product photography|content creation|content calendar|anzeigenmotive|werbemittelproduktion|content-produktion|production de contenus|création de contenu|creación de contenido|producción de contenidos|creazione di contenuti|contentproductie',
  ],
  [
    painPoints.offBrand,
    'brand consistency|brand guidelines|on-brand|off-brand|consistent branding|corporate design|markenrichtlinien|charte graphique|identidad corporativa',
  ],
  [painPoints.manySizes, 'multiple formats|every channel|all formats|banner sizes|ad sizes|resizing'],
  [
    painPoints.approvalRounds,
    'approval process|approval rounds|review rounds|rounds of feedback|rounds of revisions|sign-off process|freigabeprozess|korrekturschleifen|abstimmungsschleifen|circuit de validation',
  ],
  [
    painPoints.unprovenMoney,
    'milestone payments|milestone-based funding|milestone-based grants|tranche payments|tranches|grant disbursement|disbursement of grants|mittelabruf|meilensteinzahlungen|escrow',
  ],
  [
    painPoints.evidenceAsked,
    "grant reporting|grant report|grant reports|progress reports|impact report|impact reports|impact reporting|report to funders|reporting to funders|reports to donors|verwendungsnachweis|verwendungsnachweise|wirkungsbericht|sachbericht|rapport d'impact|informe de impacto|memoria de actividades|rapporto di impatto|impactrapport|jaarverslag|annual report to funders|monitoring and evaluation",
  ],
  [
    painPoints.disputes,
    'acceptance criteria|dispute resolution between|scope disputes|abnahmeprotokoll|bauabnahme',
  ],
  [
    painPoints.byHand,
    'manual data entry|manual work|manual processes|manual process|repetitive tasks|by hand in excel|copy and paste|copy-paste|excel spreadsheets|paperwork|manuelle prozesse|manuelle dateneingabe|manuelle arbeit|excel-listen|zettelwirtschaft|papierkram|saisie manuelle|tâches répétitives|tareas repetitivas|procesos manuales|lavoro manuale|inserimento manuale|handmatige invoer|handmatig werk',
  ],
]

export const painWordsIn = createPhraseFinder(
  words.flatMap(([pain, list]) => list.split('|').map((word) => [word, pain] as const)),
)
