import { type Answer, type Demo, call } from './service.js';

type Credentials = Pick<Demo, 'email' | 'password'> & { readonly apiKey?: string };

export const logIn = (api: string, { apiKey, email, password }: Credentials): Promise<Answer> => {
  const headers: Record<string, string> = apiKey === undefined ? {} : { 'api-key': apiKey };
  return call(api, 'POST', '/v1/auth/login', { headers, body: { email, password } });
};
