import {
  type CallToolResult,
  type ContentBlock,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
  ResourceTemplate,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { kernelError, messageOf } from '../kernel/runtime/errors.ts'
import { readBounded } from '../kernel/runtime/read-bounded.ts'
import { version } from '../kernel/runtime/version.ts'
import { argumentProblems, innerHeaders, innerRequest } from './inner-call.ts'
import type { Tool } from './tools.ts'

/** A route whose answers are resources, under the public address of its area. */
export interface ResourceRoute {
  name: string
  title: string
  /** An RFC 6570 template of an absolute address. */
  template: string
  /** Matches the addresses of the template. */
  pattern: RegExp
}

/** How an inner request is answered: by the application, as from the caller of the outer one. */
export type CallApp = (inner: Request, outer: Request) => Response | Promise<Response>

export const callMsMax = 115_000
const progressMs = 5_000
const answerBytesMax = 8 * 1_048_576
const linksMax = 20
const uriCharsMax = 2_048
/** Of an unknown name that an error repeats. */
const nameCharsMax = 64
/** Tools that take a body and change nothing. */
const posted = new Set(['scanWebsite', 'diagnose', 'chat', 'verifyReceipt'])

/** One MCP server, for one request. */
export function mcpServer(
  { tools, resources }: { tools: readonly Tool[]; resources: readonly ResourceRoute[] },
  outer: Request,
  call: CallApp,
): McpServer {
  const mcp = new McpServer(
    { name: 'cairn', version },
    {
      capabilities: { tools: { listChanged: false }, resources: { listChanged: false } },
      instructions:
        'Business analysis of public websites, campaign images with a signed receipt, and milestone status of a chain. Errors are problem documents; `error` holds a stable slug.',
    },
  )
  const listed = tools.map(({ name, title, description, input, output, method }) => ({
    ...{ name, title, description, inputSchema: input },
    ...(output && { outputSchema: output }),
    annotations: { readOnlyHint: method === 'GET' || posted.has(name), destructiveHint: false },
  }))
  const { server } = mcp
  server.setRequestHandler('tools/list', () => ({ tools: listed }))
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = tools.find(({ name }) => name === params.name)
    if (tool === undefined) {
      const name = JSON.stringify(params.name.slice(0, nameCharsMax))
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `Cannot find the tool ${name}: tools/list names those of this server`,
      )
    }
    return server.projectCallToolResult(await callTool(tool, params.arguments, context), tool.output)
  })
  /** Errors become results, so that the caller reads their problem documents. */
  const callTool = async (tool: Tool, given: unknown, context: ServerContext): Promise<CallToolResult> => {
    const problems = argumentProblems(tool, given)
    if (problems.length > 0) {
      const { status, slug, message } = kernelError('invalid_request', 'arguments', problems)
      return failure({ status, error: slug, detail: message, errors: problems })
    }
    const signal = AbortSignal.any([context.mcpReq.signal, AbortSignal.timeout(callMsMax)])
    const endProgress = reportProgress(context)
    try {
      const response = await untilAborted(call(innerRequest(tool, given, outer, signal), outer), signal)
      return await resultOf(response, resources)
    } catch (error) {
      if (!signal.aborted) return failure({ error: 'failed', detail: messageOf(error) })
      return failure({
        error: 'answer_timeout',
        title: `No answer within ${callMsMax / 1000} s: try again`,
      })
    } finally {
      endProgress()
    }
  }
  for (const { name, title, template, pattern } of resources) {
    const read = async (uri: URL, _: unknown, context: ServerContext): Promise<ReadResourceResult> => {
      // A template's variable may hold more than one segment once decoded: only addresses of the route are read.
      if (uri.href.length > uriCharsMax || !pattern.test(uri.href)) throw new ResourceNotFoundError(uri.href)
      const signal = AbortSignal.any([context.mcpReq.signal, AbortSignal.timeout(callMsMax)])
      const inner = new Request(new URL(uri.pathname + uri.search, new URL(outer.url).origin), {
        headers: innerHeaders(outer),
        signal,
      })
      const response = await untilAborted(call(inner, outer), signal)
      const { bytes, mimeType } = await bodyOf(response)
      if (!response.ok) throw new ResourceNotFoundError(uri.href, problemText(bytes))
      const isText = /^(text\/|application\/json)/.test(mimeType)
      const content = isText
        ? { text: new TextDecoder().decode(bytes) }
        : { blob: Buffer.from(bytes).toString('base64') }
      return { contents: [{ uri: uri.href, mimeType, ...content }] }
    }
    mcp.registerResource(name, new ResourceTemplate(template, { list: undefined }), { title }, read)
  }
  return mcp
}

/** Says every 5 s that a call goes on, to a caller that asked for it; the function that it returns ends that. */
function reportProgress({ mcpReq }: ServerContext): () => void {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return () => {}
  let progress = 0
  const timer = setInterval(() => {
    progress += progressMs / 1000
    const params = { progressToken, progress, message: `${progress} s` }
    // The caller may be gone.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {})
  }, progressMs)
  return () => clearInterval(timer)
}

async function untilAborted(answer: Response | Promise<Response>, signal: AbortSignal): Promise<Response> {
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  try {
    return await Promise.race([answer, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

async function resultOf(response: Response, resources: readonly ResourceRoute[]): Promise<CallToolResult> {
  const { bytes, mimeType } = await bodyOf(response)
  if (response.ok && mimeType.startsWith('image/'))
    return { content: [{ type: 'image', data: Buffer.from(bytes).toString('base64'), mimeType }] }
  const text = new TextDecoder().decode(bytes)
  const value: unknown = /json/.test(mimeType) ? JSON.parse(text) : undefined
  if (!response.ok) return failure(value ?? { error: 'failed', status: response.status })
  if (typeof value !== 'object' || value === null) return { content: [{ type: 'text', text }] }
  return {
    content: [{ type: 'text', text }, ...linksIn(value, resources)],
    structuredContent: { ...value },
  }
}

function failure(problem: unknown): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(problem) }] }
}

/** Links to the resources that an answer names, each once. */
function linksIn(value: unknown, resources: readonly ResourceRoute[]): ContentBlock[] {
  const links = new Map<string, ContentBlock>()
  const visit = (member: unknown): void => {
    if (links.size >= linksMax) return
    if (typeof member === 'string' && member.length <= uriCharsMax) {
      const route = resources.find(({ pattern }) => pattern.test(member))
      if (route) links.set(member, { type: 'resource_link', uri: member, name: route.name })
    } else if (typeof member === 'object' && member !== null)
      for (const each of Object.values(member)) visit(each)
  }
  visit(value)
  return [...links.values()]
}

async function bodyOf(response: Response): Promise<{ bytes: Uint8Array; mimeType: string }> {
  const tooLarge = () => new Error(`Cannot pass on an answer of more than ${answerBytesMax} bytes`)
  const bytes = await readBounded(response.body, answerBytesMax, tooLarge)
  const type = response.headers.get('content-type') ?? 'application/octet-stream'
  return { bytes, mimeType: type.split(';', 1)[0] ?? type }
}

function problemText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes).slice(0, 2_000)
}
