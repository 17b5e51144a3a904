import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Replaces what must be there: a file that reads otherwise now is not taken for what it was. */
function replaced(text: string, what: RegExp, by: string): string {
  if (!what.test(text)) throw new Error(`The gateway's file has nothing like ${what.source} any more.`);
  return text.replace(what, by);
}

/** The gateway's Caddyfile (`docker/gateway`), for programs of this machine instead of containers. */
export class GatewayFile {
  private text: string;

  /** @param ports instead of 80 and 443 */
  constructor(root: string, ports: { http: number; https?: number }) {
    const text = readFileSync(join(root, 'docker/gateway/Caddyfile'), 'utf8');
    this.text = replaced(text, /\tadmin off\n/, `\tadmin off\n\thttp_port ${ports.http}\n${ports.https === undefined ? '' : `\thttps_port ${ports.https}\n`}`);
  }

  /** For a Caddy before 2.7, which is told by nobody who comes. */
  withoutDoor(): this {
    this.text = replaced(this.text, /\t\tlistener_wrappers \{\n(?:\t{3}.*\n)+\t\t\}\n/, '');
    return this;
  }

  /** Asks these APIs instead of a name that means all of them. */
  asks(apis: readonly string[]): this {
    this.text = replaced(this.text, /dynamic a \{[^}]*\} \{[^}]*\} \{[^}]*\}/, `to ${apis.join(' ')}`);
    return this;
  }

  listensAt(address: string): this {
    this.text = replaced(this.text, /\tadmin off\n/, `\tadmin off\n\tdefault_bind ${address}\n`);
    return this;
  }

  /** With a certificate of its own making. */
  certifiesItself(): this {
    this.text = replaced(this.text, /\tadmin off\n/, '\tadmin off\n\tskip_install_trust\n');
    return this;
  }

  /** What stands below `/dev/` is asked there, as if nobody were in between. */
  standsIn(port: number): this {
    const told = ['X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'Via'].map((name) => `\t\t\theader_up -${name}\n`).join('');
    this.text = replaced(this.text, /(\n\theader -Server\n)/, `$1\thandle /dev/* {\n\t\treverse_proxy 127.0.0.1:${port} {\n${told}\t\t}\n\t}\n`);
    return this;
  }

  toString(): string {
    return this.text;
  }
}

/** The door's file, on loopback alone. */
export function doorFile(root: string, hasIpv6: boolean): string {
  const text = readFileSync(join(root, 'docker/gateway/haproxy.cfg'), 'utf8');
  const first = replaced(text, /bind ipv4@:/g, 'bind 127.0.0.1:');
  return hasIpv6 ? replaced(first, /bind ipv6@:/g, 'bind ::1:') : replaced(first, /^ *bind ipv6@:.*$/gm, '');
}

/** The file of a front end's server, for a folder of this machine. */
export function frontEndFile(root: string, { port, folder, temporary, brotli, isRoot }: { port: number; folder: string; temporary: string; brotli: boolean; isRoot: boolean }): string {
  let text = readFileSync(join(root, 'docker/frontend/nginx.conf'), 'utf8');
  text = replaced(text, /\/tmp\//g, `${temporary}/`);
  text = replaced(text, /listen 8080;/, `listen 127.0.0.1:${port};`);
  text = replaced(text, /root \/srv;/, `root ${folder};`);
  if (!brotli) text = replaced(replaced(text, /^load_module .*$/m, ''), /brotli_static on;/, '');
  return isRoot ? `user root;\n${text}` : text;
}
