import type { AnswerField, Synonym } from './catalog.ts'
import { painPoints, roles, timelines, tools } from './default-options.ts'

const means = (field: AnswerField) => (option: string, words: string) => ({
  field,
  option,
  words: words.split('|'),
})
const role = means('role')
const pain = means('painPoints')
const tool = means('tools')
const timeline = means('timeline')

/** Words and phrases that mean an option; matched as whole words, the longest first. */
export const synonyms: Synonym[] = [
  role(
    roles.founder,
    'founder|co-founder|cofounder|ceo|chief executive|managing director|owner|entrepreneur',
  ),
  role(
    roles.finance,
    'finance|accounting|accountant|bookkeeper|bookkeeping|cfo|controller|accounts receivable|accounts payable|treasurer',
  ),
  role(
    roles.sales,
    'sales|business development|account executive|sales development|sdr|bdr|head of sales|revenue operations',
  ),
  role(
    roles.marketing,
    'marketing|marketer|cmo|brand|brand manager|social media|growth|content manager|communications|public relations',
  ),
  role(
    roles.design,
    'designer|design|creative|creative director|art director|illustrator|graphic designer|photographer',
  ),
  role(
    roles.engineeringLead,
    'cto|engineering manager|vp engineering|head of engineering|tech lead|team lead engineering|development lead|it manager',
  ),
  role(
    roles.developer,
    'developer|software engineer|programmer|engineer|web developer|devops|coder|maintainer',
  ),
  role(
    roles.data,
    'data|analytics|data analyst|analyst|data engineer|data scientist|business intelligence|bi|head of data',
  ),
  role(roles.operations, 'operations manager|ops|coo|office manager|project manager|logistics'),
  role(roles.support, 'customer success|customer support|support|customer service|account manager|helpdesk'),
  role(roles.agency, 'agency|freelancer|freelance|consultant|self employed|contractor|studio'),
  role(
    roles.grants,
    'grant manager|grants|programme manager|program manager|grant officer|foundation|nonprofit|non-profit|ngo|charity',
  ),
  role(roles.sponsor, 'sponsor|investor|donor|funder|venture capital|business angel|philanthropist'),

  pain(
    painPoints.paidLate,
    'late payment|late payments|late payers|paid late|pay late|overdue|overdue invoices|not getting paid|unpaid invoices|outstanding invoices|slow payers|customers pay late|invoices paid late|invoices are late',
  ),
  pain(
    painPoints.chasing,
    'chasing|chase invoices|chasing invoices|chasing payments|chasing customers|dunning|payment reminders|collections|accounts receivable',
  ),
  pain(
    painPoints.cashUnclear,
    'cash flow|cashflow|liquidity|cash forecast|cash flow forecast|days sales outstanding|dso|no cash forecast|no cash flow forecast|no liquidity',
  ),
  pain(
    painPoints.matching,
    'reconciliation|reconcile|reconciling payments|match payments|matching payments|payment matching|cash application',
  ),
  pain(
    painPoints.fewLeads,
    'leads|more leads|not enough leads|lead generation|prospecting|pipeline|sales pipeline|finding customers|find customers|new customers|new business|qualified leads|no leads|few leads|no new customers|not enough new customers|no pipeline|no lead generation',
  ),
  pain(
    painPoints.noReplies,
    'no replies|no reply|no response|low reply rate|reply rate|cold email|cold emails|cold outreach|outreach|prospects ignore us',
  ),
  pain(
    painPoints.followUps,
    'follow up|follow ups|following up|forgotten follow ups|missed follow ups|lost deals|leads go cold|no follow ups',
  ),
  pain(
    painPoints.staleRecords,
    'crm data|crm hygiene|messy crm|outdated crm|outdated contacts|incomplete records|customer records|duplicate contacts|contact data',
  ),
  pain(
    painPoints.slowReviews,
    'code review|code reviews|slow reviews|slow code reviews|pull requests|merge requests|review bottleneck|no code reviews',
  ),
  pain(
    painPoints.brokenReleases,
    'broken releases|late releases|failed deployments|deployments|release delays|outages|incidents|flaky tests|regressions|downtime',
  ),
  pain(
    painPoints.debt,
    'technical debt|tech debt|legacy code|outdated dependencies|vulnerabilities|bugs|bug backlog|code quality',
  ),
  pain(
    painPoints.engineeringUnseen,
    'engineering visibility|visibility into engineering|engineering metrics|developer productivity|engineering productivity|dora metrics|no visibility into engineering',
  ),
  pain(
    painPoints.numbersDiffer,
    'different numbers|conflicting numbers|numbers do not match|numbers dont match|inconsistent numbers|inconsistent reports|conflicting reports|metric definitions|single source of truth',
  ),
  pain(
    painPoints.brokenDashboards,
    'broken dashboards|dashboard|dashboards|broken pipelines|data pipeline|data pipelines|data downtime|stale data|missing data',
  ),
  pain(
    painPoints.originUnknown,
    'data lineage|lineage|data trust|trust in data|trust our data|trust the numbers|data governance|data quality|bad data|wrong numbers|do not trust our data|do not trust the numbers|no data governance|no data lineage|no data quality',
  ),
  pain(
    painPoints.dataSpread,
    'data silos|silos|scattered data|data everywhere|too many tools|spreadsheets|too many spreadsheets|data integration',
  ),
  pain(
    painPoints.slowImages,
    'campaign images|ad creatives|creative production|ad images|social media posts|content creation|design bottleneck|visual content|waiting for design|images take too long',
  ),
  pain(
    painPoints.offBrand,
    'off brand|brand consistency|inconsistent brand|inconsistent branding|brand guidelines|wrong logo|logo misuse|corporate design|no brand consistency|no brand guidelines',
  ),
  pain(
    painPoints.manySizes,
    'image sizes|ad sizes|ad formats|resizing|resize images|many formats|banner sizes|multiple formats|different formats',
  ),
  pain(
    painPoints.approvalRounds,
    'approval rounds|creative approval|design approval|approvals|feedback rounds|revision rounds|sign off',
  ),
  pain(
    painPoints.unprovenMoney,
    'released without proof|grant accountability|misused grants|grant fraud|milestone payments|milestones|escrow|accountability of funds',
  ),
  pain(
    painPoints.evidenceAsked,
    'grant reporting|grant reports|sponsor reports|impact reports|impact reporting|proof of progress|evidence of progress|donor reports|transparency|no transparency',
  ),
  pain(
    painPoints.disputes,
    'disputes|disagreements|acceptance disputes|scope disputes|definition of done|deliverables',
  ),
  pain(
    painPoints.trackRecord,
    'track record|reputation|credibility|proof of work|portfolio proof|prove our work|references|no track record|no references|no credibility|no reputation',
  ),
  pain(
    painPoints.byHand,
    'manual work|manual tasks|by hand|repetitive work|repetitive tasks|busywork|admin work|automation|automate|data entry|copy and paste|no automation',
  ),

  tool(tools.payPal, 'pay pal|braintree'),
  tool(tools.goCardless, 'go cardless'),
  tool(tools.quickBooks, 'quick books|qbo|intuit'),
  tool(tools.freshBooks, 'fresh books'),
  tool(tools.netSuite, 'net suite|oracle netsuite'),
  tool(tools.sap, 's 4hana|s4hana|sap business one'),
  tool(tools.hubSpot, 'hub spot'),
  tool(tools.salesforce, 'sales force|sfdc|pardot'),
  tool(tools.pipedrive, 'pipe drive'),
  tool(tools.zohoCrm, 'zoho'),
  tool(tools.marketo, 'adobe marketo'),
  tool(tools.activeCampaign, 'active campaign'),
  tool(tools.freshworks, 'freshdesk|freshsales|freshchat'),
  tool(tools.linkedInAds, 'linkedin|linked in|linkedin insight tag'),
  tool(tools.gitHub, 'git hub|github actions'),
  tool(tools.gitLab, 'git lab'),
  tool(tools.bitbucket, 'bit bucket'),
  tool(tools.jira, 'atlassian'),
  tool(tools.datadog, 'data dog'),
  tool(tools.newRelic, 'newrelic'),
  tool(tools.googleAnalytics, 'ga4|analytics 4|google tag manager'),
  tool(tools.matomo, 'piwik'),
  tool(tools.segment, 'twilio segment'),
  tool(tools.bigQuery, 'big query'),
  tool(tools.looker, 'looker studio|google data studio'),
  tool(tools.powerBi, 'powerbi'),
  tool(tools.mailchimp, 'mail chimp'),
  tool(tools.brevo, 'sendinblue'),
  tool(tools.metaAds, 'facebook ads|meta pixel|facebook pixel|instagram ads'),
  tool(tools.googleAds, 'adwords|google adwords|google ads manager'),
  tool(tools.tikTokAds, 'tiktok|tiktok pixel'),
  tool(tools.adobe, 'photoshop|illustrator|indesign|creative cloud|adobe express|adobe'),
  tool(tools.wooCommerce, 'woo commerce|woo'),
  tool(tools.wordPress, 'word press'),
  tool(tools.openCollective, 'opencollective'),
  tool(tools.ethereum, 'eth|solidity|smart contracts|metamask'),
  tool(tools.safe, 'gnosis safe|safe wallet|multisig'),
  tool(tools.googleWorkspace, 'g suite|gsuite|gmail|google docs|google sheets|google drive'),
  tool(
    tools.microsoft365,
    'office 365|o365|m365|microsoft office|outlook|excel|microsoft teams|sharepoint|microsoft',
  ),

  timeline(
    timelines.now,
    'now|right now|today|asap|immediately|urgent|urgently|this week|straight away|at once',
  ),
  timeline(timelines.month, 'this month|next month|1 month|one month|30 days|four weeks|4 weeks|few weeks'),
  timeline(
    timelines.quarter,
    'this quarter|next quarter|quarter|3 months|three months|90 days|next three months|few months',
  ),
  timeline(
    timelines.exploring,
    'exploring|just looking|browsing|no rush|someday|later|not sure|researching|next year|no timeline',
  ),
]
