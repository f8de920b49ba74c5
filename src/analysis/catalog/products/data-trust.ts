import type { Product } from '../catalog.ts'
import { painPoints, roles, tools } from '../default-options.ts'
import { weigh } from './weigh.ts'

export const dataTrust: Product = {
  key: 'data-trust',
  name: 'Data Trust',
  tagline: 'shows which numbers you can rely on, and why',
  summary:
    'I watch tables and dashboards for data that is late, missing or out of line, trace each number back to where it was born, and point out where two reports define the same word in two ways.',
  url: '{BASE_URL}/products/data-trust',
  signals: {
    roles: [
      ...weigh(5, roles.data),
      ...weigh(2, roles.operations, roles.engineeringLead),
      ...weigh(1, roles.finance, roles.founder),
    ],
    painPoints: [
      ...weigh(5, painPoints.numbersDiffer, painPoints.brokenDashboards),
      ...weigh(4, painPoints.originUnknown, painPoints.dataSpread),
      ...weigh(1, painPoints.staleRecords),
    ],
    tools: [
      ...weigh(3, tools.snowflake, tools.bigQuery, tools.databricks),
      ...weigh(3, tools.tableau, tools.looker, tools.powerBi),
      ...weigh(2, tools.segment, tools.mixpanel, tools.amplitude, tools.airtable),
      ...weigh(1, tools.googleAnalytics, tools.matomo, tools.plausible, tools.hotjar),
    ],
  },
  faq: [
    {
      question: 'What does Data Trust check?',
      alsoAsked: ['What do you monitor?', 'Which checks are there?', 'How do you find anomalies?'],
      answer:
        'Whether data arrived on time, whether its amount and values look as usual, whether two reports that use the same word agree, and which tables a number comes from.',
    },
    {
      question: 'Does Data Trust copy our data?',
      alsoAsked: ['Do you store our rows?', 'Does our data leave our warehouse?', 'Is our data private?'],
      answer:
        'It runs its checks where the data lives and keeps counts, times and definitions. Rows are not copied; examples in an alert can be switched off.',
    },
    {
      question: 'Which warehouses and dashboards does Data Trust work with?',
      alsoAsked: [
        'Which integrations are supported?',
        'Can it integrate with our database?',
        'Can it connect to our BI tool?',
        'Which permissions does it need?',
      ],
      answer:
        'It is made for Snowflake, BigQuery and Databricks, with dashboards in Tableau, Looker or Power BI. Read access is enough.',
    },
    {
      question: 'Why do our reports show different numbers?',
      alsoAsked: ['Why do two dashboards disagree?', 'Why do metrics not match?'],
      answer:
        'Most often because two reports define a word such as “active customer” differently, or read a table at different times. Data Trust lays both paths side by side and marks where they part.',
    },
    {
      question: 'Does Data Trust correct wrong data?',
      alsoAsked: ['Can it fix or change data?', 'Does it clean data?', 'Does it repair tables?'],
      answer:
        'No. It tells which number is in doubt, since when, and who owns its source. Corrections stay with your team.',
    },
    {
      question: 'How soon does Data Trust notice a broken dashboard?',
      alsoAsked: ['How fast are alerts?', 'When does it tell us about late data?'],
      answer:
        'At the next check after data is missing or late; you set how often it checks. It needs about two weeks of history to know what is usual.',
    },
  ],
  boundaries: [
    'I never change your data.',
    'I keep counts and definitions, not your rows.',
    'I do not decide which definition of a number is right.',
  ],
}
