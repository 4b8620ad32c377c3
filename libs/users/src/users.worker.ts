import { ReviewWatchListHitProcessor } from './review-watch-list-hit/review-watch-list-hit.processor.js';

export const userProcessors = [ReviewWatchListHitProcessor];
