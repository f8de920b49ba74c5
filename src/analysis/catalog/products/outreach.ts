import type { Product } from '../catalog.ts'
import { painPoints, roles, tools } from '../default-options.ts'
import { weigh } from './weigh.ts'

export const outreach: Product = {
  key: 'outreach',
  name: 'Outreach',
  tagline: 'finds the right companies and writes to them like a person',
  summary:
    'I look for companies that fit your best customers, note in public sources why each one fits, and draft a first message and its follow-ups. You choose who is written to, and I keep your customer records in step.',
  url: '{BASE_URL}/products/outreach',
  signals: {
    roles: [
      ...weigh(5, roles.sales),
      ...weigh(2, roles.founder, roles.support, roles.agency),
      ...weigh(1, roles.marketing),
    ],
    painPoints: [
      ...weigh(5, painPoints.fewLeads, painPoints.noReplies),
      ...weigh(4, painPoints.followUps),
      ...weigh(3, painPoints.staleRecords),
      ...weigh(1, painPoints.byHand),
    ],
    tools: [
      ...weigh(3, tools.hubSpot, tools.salesforce, tools.pipedrive, tools.zohoCrm),
      ...weigh(2, tools.linkedInAds, tools.calendly, tools.drift, tools.intercom, tools.activeCampaign),
      ...weigh(2, tools.marketo),
      ...weigh(1, tools.freshworks, tools.zendesk, tools.crisp, tools.typeform),
      ...weigh(1, tools.googleWorkspace, tools.microsoft365, tools.zapier),
    ],
  },
  faq: [
    {
      question: 'How does Outreach find leads?',
      alsoAsked: [
        'Where do leads come from?',
        'How do you find new customers?',
        'How does prospecting work?',
      ],
      answer:
        'You name a few customers you would like more of. It looks for companies with the same public traits, such as size, sector, region or tools in use, and cites the page on which it saw each trait.',
    },
    {
      question: 'Does Outreach send messages automatically?',
      alsoAsked: [
        'Does it email people without approval?',
        'Is the sending automatic?',
        'Who approves messages?',
      ],
      answer:
        'No. It drafts a first message and its follow-ups; a person picks the recipients and approves each text. It stops a sequence when somebody answers or asks not to be written to.',
    },
    {
      question: 'Which CRM does Outreach work with?',
      alsoAsked: [
        'Which integrations are supported?',
        'Can it integrate with our CRM?',
        'Can it connect to our customer database?',
        'Does it update records?',
      ],
      answer:
        'It is made for HubSpot, Salesforce, Pipedrive and Zoho CRM. It proposes corrections of records, such as a new address or a person who has left, and a person accepts them.',
    },
    {
      question: 'Where does Outreach get contact data from?',
      alsoAsked: ['What are the sources of addresses?', 'Do you buy lists?'],
      answer:
        'From public pages and from your own records. It buys no lists, guesses no private addresses and keeps the source of each address with it.',
    },
    {
      question: 'Will messages of Outreach be treated as spam?',
      alsoAsked: ['Do you send bulk mail?', 'Does it write cold emails?', 'deliverability'],
      answer:
        'It writes few messages to well-chosen companies, in your name and from your own mailbox, with a way to decline in each. It does not send bulk mail and does not work around spam filters.',
    },
    {
      question: 'Can Outreach remind us of follow-ups?',
      alsoAsked: ['Does it follow up?', 'Are there reminders of open conversations?'],
      answer:
        'Yes. It keeps a list of conversations that wait for your next step, oldest first, with a draft for each.',
    },
  ],
  boundaries: [
    'I never send anything that a person has not approved.',
    'I buy no contact lists and send no bulk mail.',
    'I stop at once when somebody asks not to be written to.',
  ],
}
