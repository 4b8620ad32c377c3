const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * Whether a page of the provider may be shown to users: over HTTPS, or as the provider itself is
 * reached where that is on this machine, as the sandbox is.
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
