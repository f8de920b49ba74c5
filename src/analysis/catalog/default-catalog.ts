import type { Catalog } from './catalog.ts'
import { painPoints, roles, timelines, tools } from './default-options.ts'
import { synonyms } from './default-synonyms.ts'
import { campaignStudio } from './products/campaign-studio.ts'
import { codeSignals } from './products/code-signals.ts'
import { dataTrust } from './products/data-trust.ts'
import { milestoneVerification } from './products/milestone-verification.ts'
import { outreach } from './products/outreach.ts'
import { receivables } from './products/receivables.ts'

/** The catalog in use unless `CATALOG_FILE` is set. */
export const defaultCatalog: Catalog = {
  questions: {
    role: { label: 'What is your role?', options: Object.values(roles) },
    painPoints: { label: 'What costs you the most time or money?', options: Object.values(painPoints) },
    tools: { label: 'Which tools do you work with?', options: Object.values(tools) },
    timeline: { label: 'When do you want to start?', options: Object.values(timelines) },
  },
  products: [receivables, outreach, codeSignals, dataTrust, campaignStudio, milestoneVerification],
  scoring: {
    scoreMin: 4,
    answersCounted: { painPoints: 3, tools: 3 },
    confidence: { highMarginMin: 6, mediumMarginMin: 3 },
  },
  synonyms,
  timelineReplies: [
    {
      option: timelines.now,
      reply: 'You want to start as soon as possible, so begin with one small case this week.',
    },
    { option: timelines.month, reply: 'A month is enough to try one case from beginning to end.' },
    { option: timelines.quarter, reply: 'Three months leave room for a careful trial before you decide.' },
    {
      option: timelines.exploring,
      reply: 'You are just exploring, so look at the questions and limits first.',
    },
  ],
  faq: [
    {
      question: 'What can you help with?',
      alsoAsked: ['Which agents are there?', 'Which products do you have?', 'Who are you?'],
      answer:
        'I answer short questions about the agents in this catalog: Receivables, Outreach, Code Signals, Data Trust, Campaign Studio and Milestone Verification. What I say comes from their written questions and answers.',
    },
    {
      question: 'How do you recommend an agent?',
      alsoAsked: [
        'Why this recommendation?',
        'How was the recommendation chosen?',
        'How do the scores work?',
        'Is the result made by AI?',
      ],
      answer:
        'By points. Each answer about your role, problems and tools gives points to the agents it fits, and the best one wins if it has enough. Every point is listed, and the same answers always give the same result.',
    },
    {
      question: 'What does the website scan read?',
      alsoAsked: [
        'Which pages do you scan?',
        'Is the scan safe?',
        'Do you respect robots.txt?',
        'What is the crawler?',
      ],
      answer:
        'The page that you name and up to five more of the same site, all public. It respects robots.txt, never reaches private networks, and quotes the place on the page for every fact.',
    },
    {
      question: 'What happens with my data?',
      alsoAsked: [
        'Is my data safe?',
        'Do you keep my data?',
        'Do you store my data?',
        'How long do you keep my report?',
        'How do I delete my report?',
        'Can I delete my data?',
        'What about privacy?',
        'Is there a privacy policy?',
        'Do you remember what I say?',
      ],
      answer:
        'A report is kept only if you consent, for {REPORT_DAYS} days, and you can delete it at any time with the token that you get when you save it. This chat remembers nothing between questions.',
    },
    {
      question: 'What happens with my e-mail address?',
      alsoAsked: [
        'Is my e-mail stored?',
        'Do you store my e-mail?',
        'Do you store my e-mail address?',
        'Do you keep my e-mail address?',
        'Do you sell or share my e-mail address?',
        'Will you send me e-mails?',
        'Why do you want my e-mail address?',
      ],
      answer:
        'You need not give one. If this server can send mail, it is used once, to send you the links of your report; it is not stored with the report, shown or logged. What this server does with it stands in its privacy note.',
    },
    {
      question: 'Who can read my report?',
      alsoAsked: [
        'Can somebody else read my report?',
        'Can others see my report?',
        'Is my report public?',
        'Is my report private?',
        'Do you share my report?',
      ],
      answer:
        'Anybody who has its link, until it is deleted. So give the link only to people who may read your answers; without your consent there is no report to read.',
    },
    {
      question: 'Can I change or delete a part of my report?',
      alsoAsked: [
        'Can I correct my report?',
        'Can I edit my report?',
        'Can I delete a phone number from my report?',
        'Can I delete an e-mail address from my report?',
        'Can I delete a name from my report?',
      ],
      answer:
        'Not a part of it. A saved report stays as it is until it is deleted as a whole, with the token that you get when you save it; then you can save another one without that part.',
    },
    {
      question: 'Does this service comply with privacy law?',
      alsoAsked: [
        'Is it GDPR compliant?',
        'Are you GDPR compliant?',
        'Is it compliant?',
        'GDPR',
        'Are you compliant with data protection law?',
        'Is it compliant with privacy law?',
        'What about data protection?',
      ],
      answer:
        'I cannot judge whether a law is met; ask the people who run this server. What it does: a report is stored only with your consent, for {REPORT_DAYS} days, and deleted at once with its token. This chat remembers nothing between questions.',
    },
    {
      question: 'Who made this?',
      alsoAsked: [
        'Who built this?',
        'Who runs this?',
        'Who is behind this?',
        'Who made you?',
        'Who runs this server?',
        'Who owns this service?',
      ],
      answer:
        'That is not written in my catalog. The people who run this server can tell you: ask the contact of this service.',
    },
    {
      question: 'Is this an AI?',
      alsoAsked: [
        'Are you an AI?',
        'Are you a bot?',
        'Are you a robot?',
        'Are you human?',
        'Are you a person?',
        'Are you a real person?',
        'Is this a chatbot?',
        'Do you use a language model?',
        'Are you ChatGPT?',
      ],
      answer:
        'I am a program, not a person. My answers are sentences of a written catalog, word for word. Rules find them; where this server has a language model, it may choose among them, and each answer says which of the two it was.',
    },
    {
      question: 'What does it cost?',
      alsoAsked: [
        'What is the price?',
        'How much is it?',
        'Is there a fee or subscription?',
        'Is it free?',
        'Is there a free trial?',
      ],
      answer:
        'The scan, the recommendation, the report and this chat are free of charge. I do not know the prices of the agents; ask the people who run this server.',
    },
    {
      question: 'Can you connect an agent to our systems from here?',
      alsoAsked: [
        'Can you set it up for me?',
        'Can you do it for me?',
        'Can you run an agent?',
        'Can you send, delete or change anything?',
      ],
      answer: 'No. This chat answers questions only. It sets nothing up and reads nothing from your systems.',
    },
  ],
  boundaries: [
    'I only answer from this catalog.',
    'I take no action in your systems or in anybody’s name.',
    'I remember nothing between two questions.',
  ],
  contact: {
    text: 'The people who run this server show you the agent with an example of your own.',
    askedBy:
      'demo|demos|demonstration|demonstrate|walkthrough|walk through|see it in action|see you in action|show me in action|book a call|book a meeting|schedule a call|schedule a meeting|talk to sales|speak to sales|talk to a person|talk to a human|talk to someone|talk to somebody|speak to a person|speak to a human|speak to someone|speak with someone|real person|human being|contact you|how can i contact|how do i contact|who can i contact|whom can i contact|contact sales|sales team|get in touch|reach you|call me|your e mail address|your email address|your phone number'.split(
        '|',
      ),
    email: 'demo@cairn.example',
  },
  privacy: {
    consent:
      'I agree that this report, with my answers and the recommendation, is stored on this server for {REPORT_DAYS} days and can be read by anybody who has its link.',
    note: 'A report is stored only with your consent and for {REPORT_DAYS} days. The deletion token deletes the report at once and for good.',
  },
}
