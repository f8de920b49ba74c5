import { dirname, join, relative } from 'node:path/posix'
import { type Html, html } from '../kernel/web/html.ts'
import { markdown } from '../kernel/web/markdown.ts'
import { messagePage } from '../kernel/web/message-page.ts'
import { type Page, renderPage } from '../kernel/web/page.ts'
import { type DocPage, docPages } from './doc-pages.ts'
import style from './docs.css' with { type: 'text' }

interface Section {
  page: DocPage
  heading: string
  id: string
  text: string
}

/** Most results of a search, and most characters of its words. */
const resultsMax = 20
export const searchCharsMax = 100

const bySlug = new Map(docPages.map((page) => [page.slug, page]))
let sections: Section[] | undefined

/** The list of all pages, or what a search found. */
export function docsIndexPage(search: string): Page {
  const words = wordsOf(search.slice(0, searchCharsMax))
  return docsPage({
    title: 'Docs',
    slug: '',
    search,
    content:
      words.length === 0
        ? html`<h1>Docs</h1>
<ul class="doc-list card">${docPages.map(
            ({ slug, title, about }) =>
              html`<li><a href="/docs/${slug}">${title}</a><span class="soft">${about}</span></li>`,
          )}</ul>`
        : results(search, find(words)),
  })
}

/** A page of the documentation; undefined for an unknown one. */
export function docPage(slug: string): Page | undefined {
  const page = bySlug.get(slug)
  return (
    page &&
    docsPage({
      title: page.title,
      slug,
      search: '',
      content: html`<article class="doc">${markdown(withSiteLinks(page))}</article>`,
    })
  )
}

export function noDocPage(): Page {
  return messagePage({
    title: 'No such page in the docs',
    eyebrow: '404',
    text: html`<a href="/docs">The list of all pages</a> can be searched.`,
  })
}

function docsPage(about: { title: string; slug: string; search: string; content: Html }): Page {
  return renderPage({
    title: `${about.title} – Cairn docs`,
    wide: true,
    here: 'docs',
    indexable: true,
    style,
    main: html`<div class="docs">
<nav class="doc-nav no-print" aria-label="Docs">
<form action="/docs" role="search"><label class="visually-hidden" for="q">Search the docs</label><input id="q" name="q" type="search" maxlength="${searchCharsMax}" placeholder="Search the docs" value="${about.search}"></form>
<ul>${docPages.map(
      ({ slug, title }) =>
        html`<li><a href="/docs/${slug}"${slug === about.slug && html` aria-current="page"`}>${title}</a></li>`,
    )}</ul>
</nav>
<div>${about.content}</div>
</div>`,
  })
}

function results(search: string, found: readonly Section[]): Html {
  if (found.length === 0)
    return html`<h1>Nothing found</h1><p>No section has all of these words: ${search}. <a href="/docs">All pages</a></p>`
  return html`<h1>${found.length} ${found.length === 1 ? 'section' : 'sections'} for “${search}”</h1>
<ul class="doc-list card">${found.map(
    ({ page, heading, id, text }) =>
      html`<li><a href="/docs/${page.slug}#${id}">${page.title}: ${heading}</a><span class="soft">${excerpt(text)}</span></li>`,
  )}</ul>`
}

/** Sections that contain every word, those with one in their heading first. */
function find(words: readonly string[]): Section[] {
  const inHeading = ({ heading }: Section) => words.some((word) => heading.toLowerCase().includes(word))
  sections ??= docPages.flatMap(sectionsOf)
  const found = sections.filter(({ heading, text }) => {
    const all = `${heading}\n${text}`.toLowerCase()
    return words.every((word) => all.includes(word))
  })
  return [...found.filter(inHeading), ...found.filter((section) => !inHeading(section))].slice(0, resultsMax)
}

function wordsOf(search: string): string[] {
  return search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
}

function excerpt(text: string): string {
  const plain = text
    .replace(/[`*|#>]|\[|\]\([^)]*\)/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  return plain.length <= 160 ? plain : `${plain.slice(0, 160).trimEnd()}…`
}

/** A text by its headings; ids as the renderer gives them. */
function sectionsOf(page: DocPage): Section[] {
  const rendered = markdown(page.text).toString()
  const ids = [...rendered.matchAll(/<h[1-6] id="([^"]*)"/g)].map(([, id = '']) => id)
  const found: Section[] = []
  let isCode = false
  for (const line of page.text.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode
    const heading = isCode ? undefined : /^#{1,6} (.*)/.exec(line)?.[1]
    const last = found.at(-1)
    if (heading !== undefined)
      found.push({ page, heading: heading.replaceAll('`', ''), id: ids[found.length] ?? '', text: '' })
    else if (last !== undefined) last.text += `${line}\n`
  }
  return found
}

/** Links between the texts as links between the pages, and pictures as served; other files have no address here. */
function withSiteLinks({ file, text }: DocPage): string {
  return text.replace(
    /(!?)\[([^\][]*)\]\(([^)\s]+)\)/g,
    (link, picture: string, label: string, target: string) => {
      if (/^[a-z]+:|^[/#]/i.test(target)) return link
      const [path = '', fragment] = target.split('#')
      const inProject = relative('.', join(dirname(file), path))
      if (picture !== '') return `![${label}](/docs/files/${inProject})`
      const page = docPages.find((other) => other.file === inProject || dirname(other.file) === inProject)
      return page === undefined
        ? `\`${label}\``
        : `[${label}](/docs/${page.slug}${fragment === undefined ? '' : `#${fragment}`})`
    },
  )
}
