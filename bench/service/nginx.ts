import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requireProgram } from '#testing/server-programs.ts'

/** Settings like those in docs/deploy.md, for plain HTTP in a temporary folder. A request is never sent twice, so that counts are exact. */
function settings(folder: string, port: number, upstream: readonly number[]): string {
  return `
worker_processes 2;
worker_rlimit_nofile 50000;
daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 40000; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  upstream parley {
    least_conn;
    ${upstream.map((each) => `server 127.0.0.1:${each} max_fails=0;`).join('\n    ')}
    keepalive 64;
  }
  server {
    listen 127.0.0.1:${port} backlog=20000;
    location / {
      proxy_pass http://parley;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_buffering off;
      proxy_request_buffering off;
      proxy_read_timeout 1h;
      proxy_next_upstream off;
    }
  }
}
`
}

/** Starts nginx on `port` in front of the `upstream` ports. Rejects if it isn't installed or doesn't start. */
export async function startNginx(port: number, upstream: readonly number[]): Promise<{ stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-nginx-'))
  const file = join(folder, 'nginx.conf')
  await writeFile(file, settings(folder, port, upstream))
  const child = spawn(requireProgram('nginx'), ['-c', file, '-p', folder], { stdio: ['ignore', 'ignore', 'pipe'] })
  let problems = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (problems += text))
  const failed = Promise.race([
    once(child, 'error').then(([reason]) => reason),
    once(child, 'exit').then(() => problems),
  ]).then((reason) => {
    throw new Error(`nginx didn’t start: ${String(reason)}`)
  })
  await Promise.race([answering(port), failed])
  failed.catch(() => undefined)
  return { stop: () => stop(child, folder) }
}

async function stop(child: ChildProcess, folder: string): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
  await rm(folder, { recursive: true })
}

async function answering(port: number): Promise<void> {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((wake) => setTimeout(wake, 50))
  }
}
