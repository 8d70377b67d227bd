import type { Ways } from '../ways.ts'
import { given } from './given.ts'
import { privacy, privacyAgreed } from './privacy.ts'

type Option = Record<string, unknown> & {
  success?: (answer: never) => void
  fail?: (error: { errMsg: string }) => void
  complete?: (answer: object) => void
}

/** Answers by callbacks if there are some, else by a promise, as WeChat does. */
function answered<T extends object>(name: string, option: Option, work: () => Promise<T> | T): Promise<T> | undefined {
  const result = Promise.resolve().then(work)
  if (!option.success && !option.fail && !option.complete) return result
  result.then(
    (answer) => {
      option.success?.(answer as never)
      option.complete?.(answer)
    },
    (error: unknown) => {
      const failed = { errMsg: `${name}:fail ${error instanceof Error ? error.message : String(error)}` }
      option.fail?.(failed)
      option.complete?.(failed)
    },
  )
  return undefined
}

export interface Pages {
  open(url: string): void
  replace(url: string): void
  back(delta: number): void
  toTab(url: string): void
  relaunch(url: string): void
  setTitle(title: string): void
  /** Whether a page of the tab bar is shown. */
  isTab(): boolean
}

/** `wx` over `fetch` and the browser. It refuses every function and option that the typings do not list. */
export function makeWx(ways: Ways, pages: Pages) {
  // Some functions work only in the handler of a tap.
  let inTap = false
  const tapped = () => {
    inTap = true
    setTimeout(() => {
      inTap = false
    })
  }
  for (const event of ['touchend', 'mouseup', 'click']) addEventListener(event, tapped, { capture: true })
  const ok = {}
  const done = (_: unknown) => ok
  const functions: Record<string, (option: Option, second?: unknown) => unknown> = {
    login: (option) => answered('login', option, async () => ({ code: await ways.loginCode(), errMsg: 'login:ok' })),
    request: (option) => {
      const gone = new AbortController()
      void answered('request', { ...option, success: option.success ?? (() => {}) }, async () => {
        const {
          url,
          method = 'GET',
          header = {},
          data = {},
        } = option as unknown as {
          url: string
          method?: string
          header?: Record<string, string>
          data?: string | object
        }
        // WeChat sends this header also without a body.
        const headers = { 'content-type': 'application/json', ...header }
        if (method === 'GET' && Object.keys(data).length > 0) throw new Error('the host puts nothing into a query')
        const answer = await fetch(url, {
          method,
          headers,
          ...(method === 'GET' ? {} : { body: data as string }),
          signal: gone.signal,
        })
        return {
          statusCode: answer.status,
          data: await answer.text(),
          header: Object.fromEntries(answer.headers),
          errMsg: 'request:ok',
        }
      })
      return { abort: () => gone.abort() }
    },
    uploadFile: (option) => {
      const {
        url,
        filePath,
        name,
        header = {},
        formData = {},
      } = option as unknown as {
        url: string
        filePath: string
        name: string
        header?: Record<string, string>
        formData?: Record<string, string>
      }
      const heard: ((progress: {
        progress: number
        totalBytesSent: number
        totalBytesExpectedToSend: number
      }) => void)[] = []
      const request = new XMLHttpRequest()
      void answered('uploadFile', { ...option, success: option.success ?? (() => {}) }, async () => {
        const form = new FormData()
        for (const [key, value] of Object.entries(formData)) form.append(key, value)
        const bytes = await (await fetch(filePath)).blob()
        form.append(name, bytes, 'picture.jpg')
        const until = ways.breakUploadAt
        return new Promise<object>((resolve, reject) => {
          request.upload.addEventListener('progress', ({ loaded, total }) => {
            for (const listener of heard)
              listener({
                progress: Math.floor((100 * loaded) / total),
                totalBytesSent: loaded,
                totalBytesExpectedToSend: total,
              })
          })
          request.addEventListener('load', () =>
            resolve({ statusCode: request.status, data: request.responseText, errMsg: 'uploadFile:ok' }),
          )
          request.addEventListener('error', () => reject(new Error('network')))
          request.addEventListener('abort', () => reject(new Error('interrupted')))
          request.open('POST', url)
          for (const [key, value] of Object.entries(header)) request.setRequestHeader(key, value)
          request.send(form)
          // On one machine an upload ends before its progress can be reported.
          if (until < 1) {
            ways.breakUploadAt = 1
            for (const listener of heard)
              listener({ progress: Math.floor(100 * until), totalBytesSent: 0, totalBytesExpectedToSend: 0 })
            request.abort()
          }
        })
      })
      return {
        abort: () => request.abort(),
        onProgressUpdate: (listener: (typeof heard)[number]) => heard.push(listener),
      }
    },
    chooseMedia: (option) =>
      answered('chooseMedia', option, async () => {
        await privacyAgreed()
        const chosen = ways.photos.shift()
        if (!chosen) throw new Error('cancel')
        return {
          tempFiles: chosen.map((tempFilePath) => ({ tempFilePath, size: 1, fileType: 'image' })),
          type: 'image',
          errMsg: 'chooseMedia:ok',
        }
      }),
    compressImage: (option) =>
      answered('compressImage', option, () => {
        if (ways.cannotCompress) throw new Error('file type not supported')
        return { tempFilePath: option['src'], errMsg: 'compressImage:ok' }
      }),
    getImageInfo: (option) =>
      answered('getImageInfo', option, async () => {
        const { width, height } = await createImageBitmap(await (await fetch(option['src'] as string)).blob())
        return { width, height, path: option['src'], orientation: 'up', type: 'jpeg', errMsg: 'getImageInfo:ok' }
      }),
    scanCode: (option) =>
      answered('scanCode', option, async () => {
        const result = ways.scan.shift()
        if (result === undefined) throw new Error('cancel')
        return { result, scanType: 'QR_CODE', charSet: 'UTF-8', errMsg: 'scanCode:ok' }
      }),
    requestSubscribeMessage: (option) => {
      const allowed = inTap
      return answered('requestSubscribeMessage', option, async () => {
        if (!allowed) throw new Error('can only be invoked by user TAP gesture.')
        const ids = option['tmplIds'] as string[]
        if (ids.length > 3) throw new Error('templateIds count out of max bounds')
        ways.consents.push(ids)
        if (ways.consent === 'accept') for (const id of ids) await ways.agreed(id)
        return { ...Object.fromEntries(ids.map((id) => [id, ways.consent])), errMsg: 'requestSubscribeMessage:ok' }
      })
    },
    navigateTo: (option) => answered('navigateTo', option, () => done(pages.open(option['url'] as string))),
    redirectTo: (option) => answered('redirectTo', option, () => done(pages.replace(option['url'] as string))),
    reLaunch: (option) => answered('reLaunch', option, () => done(pages.relaunch(option['url'] as string))),
    switchTab: (option) => answered('switchTab', option, () => done(pages.toTab(option['url'] as string))),
    navigateBack: (option) =>
      answered('navigateBack', option ?? {}, () => done(pages.back(Number(option?.['delta'] ?? 1)))),
    setNavigationBarTitle: (option) =>
      answered('setNavigationBarTitle', option, () => done(pages.setTitle(option['title'] as string))),
    setTabBarItem: (option) =>
      answered('setTabBarItem', option, () => {
        if (!pages.isTab()) throw new Error('not TabBar page')
        const tab = document.querySelectorAll('.mp-tab-name')[Number(option['index'])]
        if (tab) tab.textContent = option['text'] as string
        return ok
      }),
    showToast: (option) => answered('showToast', option, () => done(said('status', option['title'] as string))),
    showModal: (option) =>
      answered('showModal', option, () =>
        dialog(option as never).then(({ confirm, content }) => ({
          confirm,
          cancel: !confirm,
          content,
          errMsg: 'showModal:ok',
        })),
      ),
    shareFileMessage: (option) =>
      answered('shareFileMessage', option, () =>
        done(ways.shared.push(ways.files.get(option['filePath'] as string) ?? '')),
      ),
    previewImage: (option) => answered('previewImage', option, () => ok),
    makePhoneCall: (option) => answered('makePhoneCall', option, () => ok),
    openPrivacyContract: (option) => answered('openPrivacyContract', option ?? {}, () => ok),
    pageScrollTo: (option) => answered('pageScrollTo', option, () => ok),
    stopPullDownRefresh: (option) => answered('stopPullDownRefresh', option ?? {}, () => ok),
  }
  // Functions without options.
  const plain: Record<string, unknown> = {
    getStorageSync: (key: string) => JSON.parse(localStorage.getItem(`mp.${key}`) ?? '""') as unknown,
    setStorageSync: (key: string, value: unknown) => localStorage.setItem(`mp.${key}`, JSON.stringify(value)),
    removeStorageSync: (key: string) => localStorage.removeItem(`mp.${key}`),
    getStorageInfoSync: () => ({
      keys: Object.keys(localStorage)
        .filter((key) => key.startsWith('mp.'))
        .map((key) => key.slice(3)),
    }),
    getAppBaseInfo: () => ({
      language: ways.language,
      theme: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
      SDKVersion: '3.8.12',
      version: '8.0.60',
      fontSizeSetting: (globalThis as { fontSize?: number }).fontSize ?? 16,
    }),
    getWindowInfo: () => ({ windowWidth: innerWidth }),
    getUpdateManager: () => ({
      onUpdateReady: (listener: () => void) => {
        ways.updateReady = listener
      },
      applyUpdate() {},
    }),
    onNeedPrivacyAuthorization: (listener: NonNullable<typeof privacy.ask>) => {
      privacy.ask = listener
    },
    getFileSystemManager: () => files,
    env: { USER_DATA_PATH: 'wxfile://usr' },
  }
  const files = {
    writeFile: (option: Option) =>
      void answered('writeFile', option, () =>
        done(ways.files.set(option['filePath'] as string, option['data'] as string)),
      ),
    unlink: (option: Option) =>
      void answered('unlink', option, () => {
        if (!ways.files.delete(option['filePath'] as string)) throw new Error('no such file')
        return ok
      }),
  }

  return new Proxy(
    {},
    {
      get(_, name: string) {
        const known = given.calls[name]
        if (!known && name !== 'env') throw new Error(`the typings know no wx.${name}`)
        if (plain[name]) return plain[name]
        const work = functions[name]
        if (!work) throw new Error(`the host has no wx.${name}`)
        return (option: Option = {}, second?: unknown) => {
          const strange = Object.keys(option).filter((key) => !known?.options.includes(key))
          if (strange.length > 0) throw new Error(`the typings know no option ${strange.join(', ')} of wx.${name}`)
          return work(option, second)
        }
      },
    },
  )
}

function said(role: 'status' | 'alert', text: string): void {
  const toast = document.createElement('div')
  toast.className = 'mp-toast'
  toast.setAttribute('role', role)
  toast.textContent = text
  document.body.append(toast)
  setTimeout(() => toast.remove(), 1500)
}

function dialog({
  title = '',
  content = '',
  showCancel = true,
  editable = false,
  placeholderText = '',
  confirmText = '确定',
  cancelText = '取消',
}: {
  title?: string
  content?: string
  showCancel?: boolean
  editable?: boolean
  placeholderText?: string
  confirmText?: string
  cancelText?: string
}): Promise<{ confirm: boolean; content: string }> {
  // WeChat shows no dialog if these are longer.
  for (const label of [confirmText, cancelText]) if (label.length > 4) throw new Error(`${label} is too long`)
  return new Promise((resolve) => {
    const box = document.createElement('div')
    box.className = 'mp-dialog'
    box.setAttribute('role', 'dialog')
    box.setAttribute('aria-label', title || content)
    const heading = document.createElement('strong')
    heading.textContent = title
    const text = editable ? document.createElement('textarea') : document.createElement('p')
    if (text instanceof HTMLTextAreaElement) {
      text.placeholder = placeholderText
      text.setAttribute('aria-label', placeholderText || title)
      text.value = content
    } else text.textContent = content
    const end = (confirm: boolean) => () => {
      box.remove()
      resolve({ confirm, content: text instanceof HTMLTextAreaElement ? text.value : '' })
    }
    // The tap that opens a dialog ends in a click, which would hit a button of the dialog.
    let pressed = false
    box.addEventListener('pointerdown', () => {
      pressed = true
    })
    const button = (label: string, confirm: boolean) => {
      const made = document.createElement('button')
      made.textContent = label
      made.addEventListener('click', ({ detail: clicks }) => {
        if (pressed || clicks === 0) end(confirm)()
      })
      return made
    }
    box.append(heading, text, ...(showCancel ? [button(cancelText, false)] : []), button(confirmText, true))
    document.body.append(box)
  })
}
