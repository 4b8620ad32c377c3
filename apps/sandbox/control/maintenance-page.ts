/** What an edge shows of a broker that is down, with a status that says nothing of it. */
export const MAINTENANCE_PAGE = `<!DOCTYPE html>
<html><head><title>Maintenance</title></head>
<body><h1>We will be back soon</h1><p>data: {"status": "executed"}</p></body></html>
`;
