import assert from 'node:assert/strict'
import { LoginBrowser, type PageResponse } from './navigator.ts'
import type { Team } from './team.ts'

export const publicUrl = 'http://127.0.0.1:8080'
export const callback = `${publicUrl}/sso/callback`
export const start = `${publicUrl}/sso/start`

export function newBrowser(team: Team, lang?: string): LoginBrowser {
  return new LoginBrowser(publicUrl, team.url, lang)
}

/** Logs in at the school with this form. Answers the final page, and asserts that no secret was logged. */
export async function finishSchoolLogin(
  team: Team,
  browser: LoginBrowser,
  form: Record<string, string>,
): Promise<PageResponse> {
  const login = await browser.open(start)
  const screen = await browser.open(login.url.href, form)
  for (const { searchParams } of browser.history)
    for (const name of ['code', 'ticket', 'state'])
      if (searchParams.has(name)) team.secret(searchParams.get(name) ?? '')
  return screen
}

/** Logs in at the school. Answers the callback address without opening it. */
export async function startSchoolLogin(
  browser: LoginBrowser,
  form: Record<string, string>,
  from = start,
): Promise<string> {
  let screen = await browser.request(from)
  while (!screen.next?.startsWith(callback))
    screen = screen.next ? await browser.request(screen.next) : await browser.request(screen.url.href, form)
  return screen.next
}

/** The code on the last page of such a login. */
export function loginCodeOn(team: Team, { status, text }: PageResponse): string {
  assert.equal(status, 200, text)
  const code = /<code>(sso_[\w-]+)<\/code>/.exec(text)?.[1] ?? ''
  assert.match(code, /^sso_[0-9a-z]{4}(-[0-9a-z]{4}){3}$/)
  team.secret(code)
  return code
}

/** Asserts an error page with this status and code. */
export function assertRefused(
  { status, headers, text }: PageResponse,
  expected: { status: number; code: string },
): void {
  assert.deepEqual({ status, code: headers.get('x-error-code') }, expected, text)
  assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
  assert.match(text, /<h1>/)
}
