/** Whether a host's name, as in an address, always means this machine: no DNS server has a say in it. */
export function isLoopbackName(name: string): boolean {
  return /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i.test(name);
}
