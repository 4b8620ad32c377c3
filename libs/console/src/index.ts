export { consoleProjector } from './console.projector.js';
export { OVERVIEW_SOURCES, type OverviewSources } from './overview/overview-sources.js';
