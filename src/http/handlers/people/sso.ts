import { renderSVG } from 'uqr'
import type { RawAnswer } from '#contract/endpoint.ts'
import type { Lang } from '#contract/languages.ts'
import { words } from '#contract/words/index.ts'
import { escapeHtml } from '#kit/html.ts'
import { beginSso, finishSso } from '#service/people/sso.ts'
import type { Ctx } from '#service/shared/context.ts'
import { secretCookie } from '../../cookie.ts'
import { networkOf } from '../../limits.ts'
import { page } from '../../page.ts'
import type { Handlers } from '../handler.ts'

export function ssoHandlers(ctx: Ctx): Handlers<'sso'> {
  // Identifies the browser that began a login.
  const cookie = secretCookie(ctx.publicUrl, 'fettle-sso', '/sso')
  return {
    start: async (call) => {
      const { url, browser, seconds } = await beginSso(
        ctx,
        cookie.read(call.cookie),
        call.input.tab,
        networkOf(call.origin.address),
      )
      return { headers: { location: url, 'set-cookie': cookie.write(browser, seconds) }, body: '' }
    },
    callback: async (call) => {
      const query = new URLSearchParams(Object.entries(call.input))
      const { code, minutes } = await finishSso(ctx, query, cookie.read(call.cookie))
      return codePage(code, minutes, call.lang)
    },
  }
}

/**
 * Lets the tab that began this login continue. It stored a random name in its session storage, and the state ends in the same name. The code
 * is passed in the session storage too, never in an address.
 */
const handOver = `{
const key='fettle.school',begun=JSON.parse(sessionStorage.getItem(key)??'{}')
if(begun.tab&&new URLSearchParams(location.search).get('state')?.endsWith('.'+begun.tab)){
sessionStorage.setItem(key,JSON.stringify({...begun,code:document.querySelector('code').textContent}))
location.replace('../sign-in')
}}`

function codePage(code: string, minutes: number, lang: Lang): RawAnswer {
  const { title, how, typed, picture, life, warning } = words[lang].sso
  const svg = renderSVG(code, { ecc: 'M', border: 4 }).replace(
    '<svg ',
    `<svg role="img" aria-label="${escapeHtml(picture)}" `,
  )
  return page(
    lang,
    title,
    `<p>${escapeHtml(how)}</p>
${svg}
<p>${escapeHtml(typed)}</p>
<code>${escapeHtml(code)}</code>
<p>${escapeHtml(life(minutes))} ${escapeHtml(warning)}</p>`,
    { script: handOver },
  )
}
