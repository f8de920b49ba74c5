import type { Product } from '../catalog.ts'
import { painPoints, roles, tools } from '../default-options.ts'
import { weigh } from './weigh.ts'

export const receivables: Product = {
  key: 'receivables',
  name: 'Receivables',
  tagline: 'gets invoices paid without spoiling the relationship',
  summary:
    'I read your open invoices and payments, tell you which money is likely to arrive when, and draft each reminder in your tone. Nothing reaches a customer before a person of yours has approved it.',
  url: '{BASE_URL}/products/receivables',
  signals: {
    roles: [...weigh(5, roles.finance), ...weigh(2, roles.founder, roles.operations, roles.agency)],
    painPoints: [
      ...weigh(5, painPoints.paidLate, painPoints.chasing),
      ...weigh(4, painPoints.cashUnclear, painPoints.matching),
      ...weigh(1, painPoints.byHand),
    ],
    tools: [
      ...weigh(3, tools.quickBooks, tools.xero, tools.sage, tools.datev, tools.freshBooks),
      ...weigh(3, tools.chargebee, tools.goCardless, tools.netSuite),
      ...weigh(2, tools.stripe, tools.mollie, tools.adyen, tools.sap),
      ...weigh(1, tools.payPal, tools.square, tools.klarna, tools.zapier),
    ],
  },
  faq: [
    {
      question: 'How does Receivables get late invoices paid?',
      alsoAsked: [
        'How do you chase overdue invoices?',
        'How do payment reminders work?',
        'How are unpaid customers reminded?',
      ],
      answer:
        'It lists overdue invoices by amount and age, proposes whom to remind first, and drafts a reminder that fits how that customer has paid so far. A person approves or edits each message before it is sent.',
    },
    {
      question: 'Which accounting and payment tools does Receivables work with?',
      alsoAsked: [
        'Which integrations are supported?',
        'Can it connect to my accounting software?',
        'Is it compatible with my bank?',
        'Can it integrate with our billing system?',
      ],
      answer:
        'It is made for invoices kept in QuickBooks, Xero, Sage, DATEV, FreshBooks or NetSuite and for payments taken through Stripe, Chargebee, GoCardless, Mollie or Adyen. A file of open invoices is enough for a first look.',
    },
    {
      question: 'Does Receivables write to customers by itself?',
      alsoAsked: [
        'Does it email my customers automatically?',
        'Does it send messages without approval?',
        'Is it automatic?',
        'Who approves the reminders?',
      ],
      answer:
        'No. It drafts, a person decides. Without an approval nothing is sent, and every approval is kept with name and time.',
    },
    {
      question: 'Can Receivables forecast cash flow?',
      alsoAsked: [
        'When will money arrive?',
        'Does it predict payments?',
        'Is there a forecast of liquidity?',
      ],
      answer:
        'It estimates the week in which each open invoice is likely to be paid, from how the same customer paid earlier invoices, and shows the estimate with the invoices it rests on. It does not predict new sales.',
    },
    {
      question: 'How does Receivables match payments with invoices?',
      alsoAsked: ['Does it reconcile payments?', 'Can it do reconciliation?'],
      answer:
        'By reference, amount and payer, in that order. A clear match is proposed at once; everything else goes on a short list for a person, with the reason why it is unclear.',
    },
    {
      question: 'Is Receivables a debt collection agency?',
      alsoAsked: ['Do you collect debts?', 'Do you add late fees?', 'Do you take legal action?'],
      answer:
        'No. It reminds politely in your name. It does not buy claims, add fees, threaten or go to court.',
    },
  ],
  boundaries: [
    'I never move money or change your books.',
    'I never send a message without a person’s approval.',
    'I give no legal or tax advice.',
  ],
}
