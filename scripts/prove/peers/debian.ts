import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chmodSync, cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

export const environment = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8' }

/** A small Debian in a folder. It changes nothing outside, and removing the folder removes it completely. */
export class Debian {
  readonly dir: string
  readonly root: string

  constructor(dir: string) {
    this.dir = dir
    this.root = join(dir, 'root')
  }

  /** Creates it with debootstrap, unless it exists. A policy file keeps packages from starting services. */
  async make(): Promise<void> {
    if (existsSync(this.root)) return
    if (process.getuid?.() !== 0) throw new Error('this needs root: debootstrap and chroot do')
    mkdirSync(this.dir, { recursive: true })
    const half = `${this.root}.half`
    rmSync(half, { recursive: true, force: true })
    await this.#run(['debootstrap', '--variant=minbase', '--include=ca-certificates', 'bookworm', half])
    const policy = join(half, 'usr/sbin/policy-rc.d')
    writeFileSync(policy, '#!/bin/sh\nexit 101\n')
    chmodSync(policy, 0o755)
    renameSync(half, this.root)
  }

  /** Installs packages. `answers` are for debconf. */
  async install(packages: readonly string[], answers: string): Promise<void> {
    await this.#run(['chroot', this.root, 'debconf-set-selections'], answers)
    await this.#run(['chroot', this.root, 'apt-get', 'update', '-q'])
    await this.#run(['chroot', this.root, 'apt-get', 'install', '-y', '-q', '--no-install-recommends', ...packages])
  }

  /** Copies a file of this folder inside; returns its path there. */
  bring(file: string): string {
    const inside = `/tmp/${file}`
    cpSync(join(import.meta.dirname, file), join(this.root, inside))
    return inside
  }

  /** Runs a command inside as the user of web servers; returns its output. */
  async run(command: readonly string[]): Promise<string> {
    return this.#run(this.inside(command))
  }

  inside(command: readonly string[]): readonly string[] {
    return ['chroot', '--userspec=www-data:www-data', this.root, 'env', 'HOME=/tmp', ...command]
  }

  async #run([program = '', ...args]: readonly string[], input = ''): Promise<string> {
    const child = spawn(program, args, {
      env: { ...environment, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    child.stdin.on('error', () => {}).end(input) // the command may exit without reading it
    const closed = once(child, 'close').catch(() => {
      throw new Error(`the command ${program} is not here: install it first`)
    })
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), closed])
    appendFileSync(join(this.dir, 'log'), `$ ${[program, ...args].join(' ')}\n${out}${err}`)
    if (code !== 0)
      throw new Error(`${program} failed (${code}); ${join(this.dir, 'log')} ends with:\n${err.slice(-2000)}`)
    return out
  }
}
