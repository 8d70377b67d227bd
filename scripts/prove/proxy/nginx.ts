import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '../../../test/support/until.ts'
import { Debian } from '../peers/debian.ts'
import { isListening } from '../peers/peer.ts'

interface Place {
  readonly command: readonly string[]
  /** The directive for the user of its workers, who must be able to open `dir`. */
  readonly user: string
  readonly dir: string
  /** The path of `dir` as nginx sees it. */
  readonly inside: string
}

/** Finds the nginx of this machine, or installs Debian's into a folder of its own. */
async function findNginx(dir: string): Promise<Place> {
  const here = ['/usr/sbin', '/usr/local/sbin', '/usr/bin', '/opt/homebrew/bin'].map((one) => join(one, 'nginx'))
  const found = here.find((file) => existsSync(file))
  if (found) return { command: [found], user: process.getuid?.() === 0 ? 'user root;' : '', dir, inside: dir }
  const debian = new Debian(join(tmpdir(), 'fettle-peers'))
  await debian.make()
  if (!existsSync(join(debian.root, 'usr/sbin/nginx'))) await debian.install(['nginx-light'], '')
  return {
    command: debian.inside(['nginx']),
    user: '',
    dir: join(debian.root, 'tmp/fettle-proxy'),
    inside: '/tmp/fettle-proxy',
  }
}

/** The configuration that docs/operating.md recommends, for two nodes. */
function settings(port: number, nodes: readonly string[], { inside: dir, user }: Place): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${dir}/${kind};`,
  )
  return `daemon off;
${user}
worker_processes 1;
worker_rlimit_nofile 16384;
pid ${dir}/pid;
error_log ${dir}/error.log warn;
events { worker_connections 8192; }
http {
  access_log off;
  ${temporary.join(' ')}
  upstream fettle { ${nodes.map((node) => `server ${new URL(node).host} max_fails=0;`).join(' ')} keepalive 32; }
  server {
    listen 127.0.0.1:${port} backlog=4096;
    location / {
      proxy_pass http://fettle;
      proxy_http_version 1.1;
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header Connection "";
      client_max_body_size 11m;
    }
  }
}
`
}

export interface Nginx extends AsyncDisposable {
  readonly url: string
  /** The lines of its error log about the nodes. */
  complaints(): string[]
}

/** Starts nginx in front of two nodes; resolves when it accepts connections. */
export async function startNginx(folder: string, port: number, nodes: readonly string[]): Promise<Nginx> {
  const place = await findNginx(folder)
  const { command, dir, inside } = place
  const log = 'error.log'
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(dir, { recursive: true, mode: 0o777 })
  writeFileSync(join(dir, 'nginx.conf'), settings(port, nodes, place))
  const files = ['-p', inside, '-c', join(inside, 'nginx.conf'), '-e', join(inside, log)]
  const [program = '', ...args] = [...command, ...files]
  const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  await until(() => {
    if (child.exitCode !== null) throw new Error('nginx does not start')
    return isListening(port)
  })
  return {
    url: `http://127.0.0.1:${port}`,
    complaints: () =>
      readFileSync(join(dir, log), 'utf8')
        .split('\n')
        .filter((line) => /upstream/.test(line)),
    async [Symbol.asyncDispose]() {
      const gone = once(child, 'close')
      child.kill('SIGTERM')
      await gone
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
