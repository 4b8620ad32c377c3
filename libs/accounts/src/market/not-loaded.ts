import { refusal } from '#http/endpoint.js';
import { NOT_LOADED } from './market-data.js';

/** Response of the market endpoints before the first load. */
export const notLoaded = refusal(503, NOT_LOADED.code, NOT_LOADED.meaning);
