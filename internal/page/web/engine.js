// @ts-check
// Who answers the questions of the page: here the server that sent it. A site without a server,
// and a report in one file, have another module in place of this one.
export * from './engine-http.js';
