import { createPhraseFinder } from '../wording/phrases.ts'
import { createWordCheck } from '../wording/word-check.ts'

const words = (list: string) => list.split('|')

/** Words after which the tools stand that a product connects to. */
export const connects = createPhraseFinder(
  [
    ...words(
      'integrates with|integrate with|integrates directly with|integrates seamlessly with|integrates natively with|integrating with|integration with|integrations with|integrated with|integrations include|integrations including|integrations like|integrations such as|native integrations for|integrations for|integrations:|integration:|connects to|connects with|connect to|connect with|connects directly to|connects natively to|connector for|connectors for|plugs into|plug into|syncs with|sync with|syncs to|sync to|synced with|syncs directly with|two-way sync with|exports to|export to|hooks into|posts to|pushes to|reads from|imports from|compatible with|works with your|fits into',
    ),
    ...words(
      'integriert mit|integration mit|integration in|integrationen mit|integrationen für|schnittstelle zu|schnittstellen zu|schnittstelle für|anbindung an|anbindungen an|verbindet sich mit|verbinden mit|lässt sich verbinden mit|export nach|export an|übergabe an|synchronisiert mit|kompatibel mit|schnittstellen:|integrationen:',
    ),
    ...words(
      "s'intègre à|s'intègre avec|intégration avec|intégrations avec|intégré à|se connecte à|connecté à|compatible avec|intégrations :|synchronisation avec",
    ),
    ...words(
      'se integra con|integración con|integraciones con|se conecta con|se conecta a|compatible con|integraciones:|si integra con|integrazione con|integrazioni con|si collega a|compatibile con|integrazioni:|integreert met|integratie met|integraties met|koppelt met|koppeling met|koppelingen met|integraties:',
    ),
  ].map((phrase) => [phrase, true] as const),
)

/** Words after which a company names what it works with itself. */
export const uses = createPhraseFinder(
  [
    ...words(
      'powered by|we run on|our site runs on|hosted on|hosted by|built on|built with|payments are processed by|payment is processed by|payments by|secure payments by|secure payment by|secure checkout by|payments powered by|payment processing by|book via|bookable via|book through|order via|order through|tickets at|tickets via|reserve via|donate via|we use|we build in|we build on|we build with|our site is built with|pay through|pay via|paid through|paid via|checkout via|give through',
    ),
    ...words(
      'wir arbeiten mit|arbeiten mit|wir nutzen|wir verwenden|wir setzen auf|buchbar über|buchen über|auch buchbar über|bestellbar über|tickets über|zahlung über|bezahlung über|zahlungsabwicklung über|reservieren über|gehen auch über|spenden über',
    ),
    ...words(
      'nous utilisons|réservez sur|réservation via|paiement via|paiement sécurisé par|propulsé par|utilizamos|pago seguro con|reserva en|pagamento sicuro con|prenota su|utilizziamo|wij gebruiken|betaling via|reserveer via',
    ),
  ].map((phrase) => [phrase, true] as const),
)

/** Words that stand before or over the ways to pay. */
export const waysToPay = createPhraseFinder(
  [
    ...words(
      'we accept|accepted payments|accepted payment methods|payment methods|payment options|ways to pay|pay with|pay securely with|pay by|checkout with|secure payment|secure checkout|secure payments',
    ),
    ...words(
      'zahlungsarten|zahlungsmethoden|zahlungsmöglichkeiten|zahlungsweisen|bezahlen mit|zahlen sie mit|bezahlen sie mit|zahlung per|bezahlung per|sicher bezahlen|sicher zahlen|sichere zahlung|bezahlmöglichkeiten|zahlarten',
    ),
    ...words(
      'moyens de paiement|modes de paiement|paiement sécurisé|paiement par|payez avec|métodos de pago|formas de pago|pago seguro|metodi di pagamento|pagamenti accettati|pagamento sicuro|betaalmethoden|betaal met|betaalmogelijkheden|veilig betalen',
    ),
  ].map((phrase) => [phrase, true] as const),
)

/** Headings over lists of integrations. */
export const headsIntegrations = createWordCheck(
  'integrations|integration|integrates with|works with|connects with|connects to|plays nicely with|plays well with|connect your|connect the tools|your favorite tools|your favourite tools|tools you already use|tools you use|the tools you love|your existing tools|your stack|your existing stack|connectors|data sources|destinations|fits where you work|works where you work|fits into your workflow|fits your stack|integrationen|schnittstellen|anbindungen|integriert mit|verbinden sie|intégrations|intégrations natives|connecteurs|integraciones|integrazioni|integraties|koppelingen',
)

/** What tells that a heading or a short line speaks of others, or of tools to leave. */
export const namesOtherSubject = createWordCheck(
  'customers|clients|trusted by|used by|loved by|companies|kunden|partners|sponsors|press|featured|services|agency|kundinnen|referenzen|clientes|clienti|klanten|vs|versus|alternative|alternatives|compare|compared|job|jobs|migrate|switch|switching|replace|replaces|replaced|coming soon|roadmap|planned|demnächst|geplant|testimonials|case studies|what people say',
)

/** The other way round: `Slack integration`, `DATEV-Schnittstelle`, `intégration Slack`. */
export const connectionsAfter = new Set(
  words('integration|integrations|connector|schnittstelle|anbindung|integratie|koppeling'),
)
export const connectionsBefore = words('intégration|integración|integrazione|connecteur|conector|connettore')
/** Words that are a connection only where a whole item says it: `Xero export`. */
export const connectionsAlone = new Set(words('import|export|sync|webhook|webhooks|add-on'))

/** Path segments under which each page is about one integration. */
export const integrationPaths = new Set(
  words(
    'integrations|integration|integrationen|integraciones|integrazioni|integraties|connectors|schnittstellen|apps',
  ),
)

/** What an agency sells is no integration of a product. */
export const namesAgencyWork = createWordCheck(
  'services|service|consulting|agency|partner|expert|experts|specialist|specialists|beratung|agentur|migration|development|implementation',
)
