import type { Tool } from './tool.ts'

/** Bookkeeping, expenses and resource planning. */
export const accounting: readonly Tool[] = [
  {
    name: 'QuickBooks',
    links: ['connect.intuit.com', 'proadvisor.intuit.com'],
    names: ['QuickBooks', 'Quickbooks', 'QuickBooks Online', 'Intuit QuickBooks'],
  },
  { name: 'Xero' },
  {
    name: 'Sage',
    names: ['Sage Intacct', 'Sage 50', 'Sage 100', 'Sage 200', 'Sage Accounting', 'Sage Business Cloud'],
    ordinaryWord: true,
  },
  { name: 'DATEV', names: ['DATEV', 'DATEV Unternehmen online', 'Datev'], links: ['apps.datev.de'] },
  { name: 'FreshBooks', loads: ['freshbooks.com'], names: ['FreshBooks', 'Freshbooks'] },
  { name: 'NetSuite', loads: ['netsuite.com'], names: ['NetSuite', 'Netsuite', 'Oracle NetSuite'] },
  { name: 'SAP', names: ['SAP', 'SAP S/4HANA', 'SAP Business One', 'SAP ERP'], loads: ['hana.ondemand.com'] },
  { name: 'Lexware Office', names: ['lexoffice', 'Lexware Office', 'lexware office', 'Lexoffice'] },
  { name: 'sevDesk', names: ['sevDesk', 'sevdesk', 'SevDesk'] },
  { name: 'Exact Online' },
  { name: 'Zoho Books', option: 'Zoho CRM' },
  { name: 'Wave', ordinaryWord: true, names: ['Wave Accounting', 'Wave Apps'] },
  { name: 'Moneybird' },
  { name: 'Pennylane' },
  { name: 'Holded' },
  { name: 'Expensify' },
  { name: 'Spendesk' },
  { name: 'BILL', names: ['Bill.com'], ordinaryWord: true },
  {
    name: 'Odoo',
    generators: ['odoo'],
    loads: ['odoocdn.com'],
    links: ['*.odoo.com'],
    inline: ['odoo.__session_info__', 'odoo.session_info'],
  },
]
