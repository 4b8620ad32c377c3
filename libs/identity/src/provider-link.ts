const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * Returns whether users may open a link of the provider. The link must use HTTPS. For the sandbox,
 * plain HTTP is allowed on the provider's host or this machine if the provider's URL uses it, too.
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
