import type { CodeSpace } from 'glass-easel-miniprogram-adapter'
import { privacy, privacyAgreed } from './privacy.ts'

/*
 * The elements of a mini-program that a browser lacks. Templates name them `mp-…`. They are built from plain elements,
 * and send the events that WeChat sends.
 */

interface Element {
  readonly data: Record<string, unknown>
  readonly host: HTMLElement
  /** The id in the template. */
  id(): string
  tell(event: string, detail: object): void
}
type Made = (element: Element) => ((name: string, value: unknown) => void) | undefined

/** Replaces an event of the plain element by WeChat's: the page would otherwise also get the browser's event, without a detail. */
function heard(inner: HTMLElement, event: string, work: (event: Event) => void): void {
  inner.addEventListener(event, (own) => {
    own.stopPropagation()
    work(own)
  })
}

const text = (value: unknown) => (value === undefined || value === null ? '' : String(value))

function field(make: () => HTMLInputElement | HTMLTextAreaElement): Made {
  return ({ host, data, tell }) => {
    const inner = make()
    inner.className = 'mp-inner'
    host.append(inner)
    heard(inner, 'input', () => tell('input', { value: inner.value }))
    heard(inner, 'blur', () => tell('blur', { value: inner.value }))
    inner.addEventListener('keydown', (event) => {
      if (inner instanceof HTMLInputElement && (event as KeyboardEvent).key === 'Enter')
        tell('confirm', { value: inner.value })
    })
    const set = (name: string, value: unknown) => {
      if (name === 'value' && inner.value !== text(value)) inner.value = text(value)
      if (name === 'placeholder') inner.placeholder = text(value)
      if (name === 'disabled') inner.disabled = value === true
      if (name === 'maxlength') inner.maxLength = Number(value)
      if (name === 'ariaLabel') inner.setAttribute('aria-label', text(value))
      if (name === 'type' && inner instanceof HTMLInputElement)
        inner.inputMode = value === 'number' ? 'numeric' : 'text'
      if (name === 'password' && inner instanceof HTMLInputElement) inner.type = value === true ? 'password' : 'text'
    }
    for (const [name, value] of Object.entries(data)) if (value !== undefined && value !== '') set(name, value)
    return set
  }
}

const checkable =
  (type: 'checkbox' | 'radio', role?: string): Made =>
  ({ host, data, tell }) => {
    const inner = document.createElement('input')
    inner.type = type
    inner.className = 'mp-inner'
    if (role) inner.setAttribute('role', role)
    host.prepend(inner)
    heard(inner, 'change', () => {
      tell('change', { value: inner.checked })
      inner.dispatchEvent(new CustomEvent('mp-change', { bubbles: true }))
    })
    // The text is next to the element.
    host.addEventListener('click', (event) => event.target !== inner && inner.click())
    const set = (name: string, value: unknown) => {
      if (name === 'checked') inner.checked = value === true
      if (name === 'disabled') inner.disabled = value === true
      if (name === 'value') inner.value = text(value)
      if (name === 'ariaLabel') inner.setAttribute('aria-label', text(value))
    }
    for (const [name, value] of Object.entries(data)) set(name, value)
    if (!data['ariaLabel']) queueMicrotask(() => inner.setAttribute('aria-label', host.textContent?.trim() ?? ''))
    return set
  }

const group =
  (role: 'radiogroup' | 'group'): Made =>
  ({ host, data, tell }) => {
    host.setAttribute('role', role)
    if (data['ariaLabel']) host.setAttribute('aria-label', text(data['ariaLabel']))
    host.addEventListener('mp-change', (event) => {
      const own = [...host.querySelectorAll('input')]
      const target = event.target as HTMLInputElement
      if (role === 'group') tell('change', { value: own.filter(({ checked }) => checked).map(({ value }) => value) })
      else {
        for (const one of own) one.checked = one === target
        tell('change', { value: target.value })
      }
    })
    return undefined
  }

const picker: Made = ({ host, data, tell }) => {
  const mode = text(data['mode']) || 'selector'
  const inner = document.createElement(mode === 'selector' ? 'select' : 'input')
  if (inner instanceof HTMLInputElement) inner.type = mode
  inner.className = 'mp-picker'
  host.append(inner)
  heard(inner, 'change', () => tell('change', { value: inner.value }))
  const fill = () => {
    if (!(inner instanceof HTMLSelectElement)) return
    const key = text(data['rangeKey'])
    const range = (data['range'] ?? []) as readonly unknown[]
    inner.replaceChildren(
      ...range.map((one, i) => new Option(key ? text((one as Record<string, unknown>)[key]) : text(one), String(i))),
    )
    inner.value = text(data['value'] ?? 0)
  }
  const set = (name: string, value: unknown) => {
    data[name] = value
    if (name === 'range' || name === 'rangeKey') fill()
    if (name === 'value') inner.value = text(value)
    if (name === 'disabled') inner.disabled = value === true
    if (name === 'ariaLabel') inner.setAttribute('aria-label', text(value))
  }
  fill()
  for (const name of ['value', 'disabled', 'ariaLabel']) if (data[name] !== undefined) set(name, data[name])
  return set
}

const image: Made = ({ host, data, tell }) => {
  const inner = document.createElement('img')
  inner.className = 'mp-inner'
  inner.alt = ''
  host.append(inner)
  heard(inner, 'load', () => tell('load', {}))
  heard(inner, 'error', () => tell('error', { errMsg: 'image:fail' }))
  const set = (name: string, value: unknown) => {
    if (name === 'src' && value) inner.src = text(value)
    if (name === 'ariaRole' && value) {
      host.setAttribute('role', text(value))
      host.tabIndex = 0
    }
    // A picture with a role has its own name.
    if (name === 'ariaLabel') {
      if (data['ariaRole']) host.setAttribute('aria-label', text(value))
      else inner.alt = text(value)
    }
    if (name === 'mode') inner.style.objectFit = value === 'aspectFill' ? 'cover' : 'contain'
  }
  for (const [name, value] of Object.entries(data)) set(name, value)
  return set
}

const button: Made = ({ host, data, id, tell }) => {
  host.setAttribute('role', 'button')
  host.tabIndex = 0
  host.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' || event.key === ' ')
      host.dispatchEvent(new MouseEvent('mousedown', { bubbles: true })) &&
        host.dispatchEvent(new MouseEvent('mouseup', { bubbles: true }))
  })
  const outside = globalThis as unknown as { phoneCode(): Promise<string> } // by `phone.ts`
  const openTypes: Readonly<Record<string, () => void>> = {
    getPhoneNumber: () =>
      void privacyAgreed()
        .then(outside.phoneCode)
        .then(
          // No code is left when the team's paid quota is used up.
          (code) =>
            tell(
              'getphonenumber',
              code ? { code, errMsg: 'getPhoneNumber:ok' } : { errno: 1400001, errMsg: 'getPhoneNumber:fail' },
            ),
          () => tell('getphonenumber', { errMsg: 'getPhoneNumber:fail user deny' }),
        ),
    agreePrivacyAuthorization: () => {
      privacy.button = id()
      tell('agreeprivacyauthorization', {})
    },
  }
  // A browser clicks after each touch, also on an element that has appeared under the finger meanwhile.
  let touched = false
  host.addEventListener('pointerdown', () => {
    touched = true
  })
  host.addEventListener('click', () => {
    if (touched) openTypes[text(data['openType'])]?.()
    touched = false
  })
  const set = (name: string, value: unknown) => {
    data[name] = value
    if (name === 'disabled') host.setAttribute('aria-disabled', String(value === true))
    if (name === 'ariaLabel' && value) host.setAttribute('aria-label', text(value))
  }
  for (const [name, value] of Object.entries(data)) if (value !== undefined) set(name, value)
  return set
}

const meta: Made = ({ host, data }) => {
  host.hidden = true
  const size = (globalThis as { fontSize?: number }).fontSize ?? 16
  if (data['rootFontSize'] === 'system') document.documentElement.style.fontSize = `${size}px`
  return undefined
}

const any = { type: null as unknown as StringConstructor, value: undefined as unknown as string }
const properties = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, any]))

const fields = [
  'value',
  'placeholder',
  'disabled',
  'maxlength',
  'type',
  'password',
  'autoHeight',
  'confirmType',
  'focus',
  'ariaLabel',
  'placeholderStyle',
  'cursorSpacing',
]
/** Each element with its properties. */
const elements: Readonly<Record<string, { readonly names: readonly string[]; readonly make: Made }>> = {
  input: { names: fields, make: field(() => document.createElement('input')) },
  textarea: { names: fields, make: field(() => document.createElement('textarea')) },
  switch: { names: ['checked', 'disabled', 'color', 'ariaLabel'], make: checkable('checkbox', 'switch') },
  radio: { names: ['value', 'checked', 'disabled', 'color', 'ariaLabel'], make: checkable('radio') },
  checkbox: { names: ['value', 'checked', 'disabled', 'color', 'ariaLabel'], make: checkable('checkbox') },
  'radio-group': { names: ['name', 'ariaLabel'], make: group('radiogroup') },
  'checkbox-group': { names: ['name', 'ariaLabel'], make: group('group') },
  picker: { names: ['mode', 'range', 'rangeKey', 'value', 'start', 'end', 'disabled', 'ariaLabel'], make: picker },
  image: { names: ['src', 'mode', 'ariaRole', 'ariaLabel', 'lazyLoad'], make: image },
  button: { names: ['disabled', 'loading', 'openType', 'type', 'size', 'ariaLabel'], make: button },
  'page-meta': { names: ['rootFontSize', 'pageStyle'], make: meta },
}

export const elementNames = Object.keys(elements)

/** Registers the elements for pages and components. */
export function defineElements(space: CodeSpace, slotTemplate: never): void {
  for (const [name, { names, make }] of Object.entries(elements)) {
    const path = `mp/${name}`
    space.addComponentStaticConfig(path, { component: true })
    space.addCompiledTemplate(path, slotTemplate)
    const made = new WeakMap<object, ((name: string, value: unknown) => void) | undefined>()
    space
      .component(path)
      .definition({
        options: { propertyEarlyInit: true },
        properties: properties(...names),
        observers: Object.fromEntries(
          names.map((property) => [
            property,
            function changed(this: object, value: unknown) {
              made.get(this)?.(property, value)
            },
          ]),
        ),
        lifetimes: {
          attached(this: never) {
            const self = this as unknown as {
              data: Record<string, unknown>
              _$: { readonly id: string; getBackendElement(): HTMLElement }
              triggerEvent(event: string, detail: object): void
            }
            const given = Object.fromEntries(names.map((property) => [property, self.data[property]]))
            const tell = (event: string, detail: object) => self.triggerEvent(event, detail)
            made.set(self, make({ host: self._$.getBackendElement(), data: given, id: () => self._$.id, tell }))
          },
        },
      } as never)
      .register()
  }
}
