import { ConfigureAccountProcessor } from './configure-account/configure-account.processor.js';

export const accountProcessors = [ConfigureAccountProcessor];
