import {
  Message,
  type SendMessageRequest,
  Task,
  type TaskPushNotificationConfig,
  TaskState,
  taskStateToJSON,
} from '@a2a-js/sdk'
import {
  type A2AError,
  ContentTypeNotSupportedError,
  ExtendedAgentCardNotConfiguredError,
  RequestMalformedError,
  TaskNotCancelableError,
  TaskNotFoundError,
  UnsupportedOperationError,
} from '@a2a-js/sdk/errors'
import type { A2ARequestHandler } from '@a2a-js/sdk/server'
import type { Caller } from '../../kernel/http/request-context.ts'
import { AppError } from '../../kernel/runtime/app-error.ts'
import { answerRun, type RunDeps } from '../agent/answer-run.ts'
import type { StoredRequest } from '../agent/plan-run.ts'
import { failureOf } from '../agent/run-agent.ts'
import { taskStatus } from '../callbacks/task-status.ts'
import type { Draft } from '../drafts/draft.ts'
import type { Drafts } from '../drafts/drafts.ts'
import { cursorText, type DraftCursor, parseCursor } from '../drafts/read-drafts.ts'
import { campaignError } from '../errors.ts'
import { followUp, readMessage } from './read-message.ts'
import { configsMax, type StoredTask, type Tasks } from './tasks.ts'

export interface HandlerDeps extends RunDeps {
  drafts: Pick<Drafts, 'read' | 'runs'>
  tasks: Tasks
  callbacks: { check(url: string, field: string): void }
  /** Counts a run of the caller. @throws AppError 429 */
  countRun(caller: Caller, request: Request): Promise<void>
}

/** One A2A request. */
export interface A2aCall {
  caller: Caller
  request: Request
  protocol: '1.0' | '0.3'
  /** Keeps the error: JSON-RPC answers those of A2A, HTTP the others, such as payment, too many, and what is a bug. */
  fail(error: unknown): void
  /** Keeps the `PAYMENT-RESPONSE` of a paid run. */
  paid(paymentResponse: string): void
}

/** Errors that are answered by HTTP and not by JSON-RPC. */
const httpStatuses = new Set([401, 402, 429, 503])
const contextIdPattern = /^[\x21-\x7e]{1,200}$/
const configIdPattern = /^[\w.:-]{1,100}$/
const headerValuePattern = /^[\x20-\x7e]{0,1000}$/
const pageSizeMax = 50

/** The methods of A2A for one request: a task is a draft, a message a run of the agent. */
export function a2aHandler(deps: HandlerDeps, call: A2aCall): A2ARequestHandler {
  const { drafts, tasks, callbacks } = deps
  const { caller, request, protocol } = call

  /** Errors of the agent as A2A names them. */
  const named = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work()
    } catch (error) {
      const isOfAgent = error instanceof AppError && !httpStatuses.has(error.status)
      const answered = isOfAgent ? a2aErrorOf(error) : error
      call.fail(answered)
      throw answered
    }
  }
  const draftOf = async (id: string) => {
    if (!id) throw malformed('Cannot find a task without its id')
    return await drafts.read.byOwner(id, caller.id)
  }
  const readTask = async (id: string, historyLength?: number) => {
    requireCount('historyLength', historyLength, 0)
    return taskOf(await draftOf(id), await tasks.of(id), { historyLength })
  }

  /** The request and the context of a message, which may follow up a draft with changes requested. */
  const planOf = async ({ message }: SendMessageRequest) => {
    if (message === undefined || message.messageId === '' || message.parts.length === 0)
      throw malformed('Cannot run without a message: it needs a messageId and parts')
    const { taskId, contextId } = message
    if (contextId !== '' && !contextIdPattern.test(contextId))
      throw malformed('Cannot use this contextId: it must be 1 to 200 printable characters')
    const own = readMessage(message)
    if (taskId === '') return { message, own, contextId }
    const draft = await draftOf(taskId)
    const known = await tasks.of(taskId)
    if (contextId !== '' && contextId !== known.contextId)
      throw malformed('Cannot follow up this task in another context')
    if (draft.review !== 'changes_requested' || draft.revisedBy !== undefined)
      throw new UnsupportedOperationError(
        'Cannot follow up this task: only one with changes requested takes another message',
      )
    const row = await drafts.runs.find(taskId)
    if (row === undefined) throw new TaskNotFoundError()
    const earlier: StoredRequest = JSON.parse(row.request)
    return { message, own: followUp(earlier, own, taskId), contextId: known.contextId }
  }
  /** @throws RequestMalformedError, AppError */
  const checked = (config: TaskPushNotificationConfig, taskId: string): TaskPushNotificationConfig => {
    const { id, token, authentication } = config
    callbacks.check(config.url, 'url')
    const values = [token, authentication?.scheme ?? '', authentication?.credentials ?? '']
    if (!values.every((value) => headerValuePattern.test(value)) || (id !== '' && !configIdPattern.test(id)))
      throw malformed(
        'Cannot use this push notification config: id, token and credentials must be short printable texts',
      )
    return { ...config, taskId, id: id || taskId }
  }
  const putConfig = async (config: TaskPushNotificationConfig) => {
    if (!(await tasks.configs.put(config, protocol)))
      throw new UnsupportedOperationError(`Cannot add another config: a task has at most ${configsMax}`)
    return config
  }
  const configOf = async (taskId: string, id: string) => {
    await draftOf(taskId)
    const list = await tasks.configs.list(taskId)
    const found = id === '' ? list[0] : list.find((config) => config.id === id)
    if (found === undefined) throw new TaskNotFoundError('Cannot find this push notification config')
    return found
  }
  const noStreams = () => {
    throw new UnsupportedOperationError('Cannot stream: read the task, or set a push notification config')
  }

  return {
    getAgentCard: () => Promise.reject(new UnsupportedOperationError('Read the card at its address')),
    getAuthenticatedExtendedAgentCard: () => Promise.reject(new ExtendedAgentCardNotConfiguredError()),
    sendMessageStream: noStreams,
    resubscribe: noStreams,
    sendMessage: (params) =>
      named(async () => {
        const { message, own, contextId } = await planOf(params)
        const {
          taskPushNotificationConfig: push,
          returnImmediately = false,
          historyLength,
        } = params.configuration ?? {}
        requireCount('historyLength', historyLength, 0)
        if (push !== undefined) checked(push, '')
        await deps.countRun(caller, request)
        const remember = async (draftId: string) => {
          await tasks.store(draftId, contextId || draftId, Message.toJSON(message))
          if (push !== undefined) await putConfig(checked(push, draftId))
        }
        const { status, body, paymentResponse } = await answerRun(deps, {
          capability: '1.5.0',
          caller,
          request: own,
          headers: request.headers,
          signal: request.signal,
          isAsync: returnImmediately,
          onAccepted: remember,
        })
        if (status === 200) await remember(body.draftId)
        if (paymentResponse !== undefined) call.paid(paymentResponse)
        const { draftId, studioReviewUrl: reviewUrl } = body
        return taskOf(await draftOf(draftId), await tasks.of(draftId), { historyLength, reviewUrl })
      }),
    getTask: ({ id, historyLength }) => named(() => readTask(id, historyLength)),
    listTasks: ({ contextId, status, pageSize, pageToken, historyLength, statusTimestampAfter }) =>
      named(async () => {
        requireCount('pageSize', pageSize, 1)
        const limit = Math.min(pageSize ?? 20, pageSizeMax)
        const { ids, total } = await tasks.list(caller.id, {
          contextId,
          state: status === TaskState.TASK_STATE_UNSPECIFIED ? undefined : taskStateToJSON(status),
          since: statusTimestampAfter === undefined ? undefined : Date.parse(statusTimestampAfter),
          limit: limit + 1,
          after: readToken(pageToken),
        })
        const page = ids.slice(0, limit)
        const last = ids.length > limit ? page.at(-1) : undefined
        return {
          tasks: await Promise.all(page.map(({ id }) => readTask(id, historyLength ?? 0))),
          nextPageToken: last === undefined ? '' : cursorText(last),
          pageSize: limit,
          totalSize: total,
        }
      }),
    cancelTask: ({ id }) =>
      named(async () => {
        await draftOf(id)
        if (!(await deps.agent.cancel(id))) throw new TaskNotCancelableError()
        return await readTask(id)
      }),
    createTaskPushNotificationConfig: (config) =>
      named(async () => {
        await draftOf(config.taskId)
        return await putConfig(checked(config, config.taskId))
      }),
    getTaskPushNotificationConfig: ({ taskId, id }) => named(() => configOf(taskId, id)),
    listTaskPushNotificationConfigs: ({ taskId }) =>
      named(async () => {
        await draftOf(taskId)
        return { configs: await tasks.configs.list(taskId), nextPageToken: '' }
      }),
    deleteTaskPushNotificationConfig: ({ taskId, id }) =>
      named(async () => {
        const { id: found } = await configOf(taskId, id)
        await tasks.configs.remove(taskId, found)
      }),
  }
}

/** The agent's error as A2A names it, with its slug. */
function a2aErrorOf(error: AppError): A2AError {
  if (campaignError.is(error, 'draft_not_found'))
    return new TaskNotFoundError({ message: 'Task not found', metadata: { error: error.slug } })
  const { code, message, field } = failureOf(error)
  const metadata = { error: code, ...(field !== undefined && { field }) }
  const named = { message, metadata }
  return error.status === 415 ? new ContentTypeNotSupportedError(named) : new RequestMalformedError(named)
}

/** What the request lacks or has in a form that no method takes. */
function malformed(message: string): A2AError {
  return new RequestMalformedError({ message, metadata: { error: 'invalid_request' } })
}

function requireCount(name: string, count: number | undefined, min: number): void {
  if (count !== undefined && !(Number.isInteger(count) && count >= min))
    throw malformed(`Cannot use this ${name}: it must be an integer of at least ${min}`)
}

function readToken(text: string): DraftCursor | undefined {
  const cursor = parseCursor(text)
  if (cursor === undefined && text !== '')
    throw malformed('Cannot continue from this pageToken: send nextPageToken of the page before')
  return cursor
}

/** The task that a draft is. `historyLength` of 0 leaves the message out. */
function taskOf(
  draft: Draft,
  { contextId, message }: StoredTask,
  { historyLength, reviewUrl }: { historyLength?: number | undefined; reviewUrl?: string } = {},
): Task {
  const { draftId, run, review, error, revisedBy, decisions, createdAt } = draft
  const last = decisions.at(-1)
  return Task.fromJSON({
    id: draftId,
    contextId,
    status: taskStatus({
      ...{ draftId, contextId, run, review, error, last, revisedBy, reviewUrl },
      at: Date.parse(last?.decidedAt ?? createdAt),
    }),
    artifacts: artifactsOf(draft),
    history: message === undefined || historyLength === 0 ? [] : [message],
    metadata: {
      expiresAt: draft.expiresAt,
      ...(reviewUrl !== undefined && { studioReviewUrl: reviewUrl }),
    },
  })
}

function artifactsOf({ draftId, assets, ...draft }: Draft) {
  if (assets.length === 0) return []
  const { assetHash, brandKit, warnings, seed, layout, provenanceReceiptId, approvedVariant } = draft
  const images = assets.map(({ format, variant, width, height, resultUrl, previewUrl, layout }) => {
    const name = variant === undefined ? format : `${format}-${variant}`
    return {
      artifactId: name,
      name,
      description: `${width}x${height}`,
      parts: [
        { url: resultUrl, mediaType: 'image/png', filename: `${name}.png` },
        { url: previewUrl, mediaType: 'image/webp', filename: `${name}-preview.webp` },
      ],
      metadata: { format, variant, width, height, layout },
    }
  })
  const data = { draftId, assetHash, brandKit, warnings, seed, layout, provenanceReceiptId, approvedVariant }
  const run = {
    artifactId: 'run',
    name: 'run',
    description: 'What was made, and the receipt that proves it',
    parts: [{ data: JSON.parse(JSON.stringify(data)), mediaType: 'application/json' }],
  }
  return [...images, run]
}
