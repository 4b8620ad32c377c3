const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * Whether users may open a link of the provider. It must use HTTPS. Plain HTTP is allowed if the
 * provider's URL has it too, on the provider's host or this machine, for the sandbox.
 */
export const isProviderLink = (link: string, providerUrl: string): boolean => {
  if (/\s/.test(link) || !URL.canParse(link)) return false;
  const { protocol, hostname, username, password } = new URL(link);
  if (username !== '' || password !== '') return false;
  if (protocol === 'https:') return true;
  const provider = new URL(providerUrl);
  const isNear = LOOPBACK.test(hostname) || hostname === provider.hostname;
  return protocol === 'http:' && provider.protocol === 'http:' && isNear;
};
