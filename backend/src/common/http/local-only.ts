import ipaddr from 'ipaddr.js';
import type { IncomingMessage } from 'node:http';
import { isLoopbackName } from '../../config/loopback';
import { DomainError } from '../errors/domain-error';

const NOT_HERE = 'This is a development server, and it answers its own machine only. To serve people, start it with NODE_ENV=production.';

/**
 * Refuses whoever does not sit at this machine (403). A tunnel or proxy is known by the addresses that it passes on, and by the name under which
 * people reach it; one that passes on neither cannot be told from this machine.
 */
export function localOnly(): (request: IncomingMessage, response: unknown, next: (error?: unknown) => void) => void {
  return (request, _response, next) => next(isFromHere(request) ? undefined : new DomainError('forbidden', NOT_HERE));
}

function isFromHere({ socket, headers }: IncomingMessage): boolean {
  const addresses = [socket.remoteAddress ?? '', ...partsOf(headers['x-forwarded-for']), ...partsOf(headers['x-real-ip'])];
  const names = [headers.host ?? '', ...partsOf(headers['x-forwarded-host'])].map((host) => host.replace(/:\d*$/, ''));
  return headers['forwarded'] === undefined && addresses.every(isLoopback) && names.every(isLoopbackName);
}

function partsOf(header: string | string[] | undefined): string[] {
  return [header ?? []].flat().flatMap((line) => line.split(',')).map((part) => part.trim());
}

function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}
