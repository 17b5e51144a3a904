import type { Request, Response } from 'express';
import { localOnly } from './local-only';

const ask = ({ from = '127.0.0.1', ...headers }: Record<string, string>): string | undefined => {
  const seen: unknown[] = [];
  localOnly()({ socket: { remoteAddress: from }, headers: { host: 'localhost:3000', ...headers } } as unknown as Request, {} as Response, (error) => seen.push(error));
  return (seen[0] as Error | undefined)?.message;
};

describe('a development server', () => {
  it.each<[string, Record<string, string>]>([
    ['this machine', {}],
    ['this machine over IPv6', { from: '::1', host: '[::1]:3000' }],
    ['this machine, mapped', { from: '::ffff:127.0.0.1', host: '127.0.0.1' }],
    ['the gateway', { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': 'localhost:3000' }],
  ])('answers %s', (_who, request) => {
    expect(ask(request)).toBeUndefined();
  });

  it.each<[string, Record<string, string>]>([
    ['another machine', { from: '192.168.1.7' }],
    ['a proxy of another machine', { 'x-forwarded-for': '203.0.113.9' }],
    ['a proxy behind a proxy', { 'x-forwarded-for': '203.0.113.9, 127.0.0.1' }],
    ['a proxy that says nobody', { 'x-forwarded-for': 'unknown' }],
    ['a proxy with another header', { 'x-real-ip': '203.0.113.9' }],
    ['a proxy of the standard', { forwarded: 'for=127.0.0.1' }],
    ['a public name', { host: 'attune.example' }],
    ['a rebound name', { host: '127.0.0.1.nip.io:3000' }],
    ['a public name behind a proxy', { 'x-forwarded-host': 'attune.example' }],
    ['no name', { host: '' }],
  ])('refuses %s', (_who, request) => {
    expect(ask(request)).toMatch(/answers its own machine only/);
  });
});
