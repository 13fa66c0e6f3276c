// What goes wrong in a page without anybody seeing it: errors of scripts, messages on the console,
// violations of the content security policy, requests that fail. Each is a failure of the test,
// unless the test has announced it.

// A request that is cancelled by the page, or because the page is left, has not failed.
const cancelled = 'net::ERR_ABORTED';

// Runs in the page, before anything of the page.
export function reportViolations() {
  document.addEventListener('securitypolicyviolation', (event) => {
    const { violatedDirective, blockedURI, sourceFile, lineNumber, sample } = event;
    console.error(
      `CSP violation: ${violatedDirective} ${blockedURI} at ${sourceFile}:${lineNumber} ${sample}`,
    );
  });
}

export class Watch {
  // Everything that was said, for the log of a failed test.
  lines = [];
  #problems = [];
  #announced = [];

  async start(context) {
    await context.addInitScript(reportViolations);
    context.on('console', (message) => this.#hear(message));
    context.on('weberror', (error) => this.#complain(`error of a script: ${error.error().stack}`));
    context.on('requestfailed', (request) => this.#hearFailure(request));
    context.on('response', (response) => this.#hearResponse(response));
  }

  // From here on these requests may fail: { url: /pattern/, status: 412 }, or without a status when
  // the server is not reached.
  announce(...failures) {
    this.#announced.push(...failures);
  }

  check() {
    if (this.#problems.length > 0) throw new Error(`In the page:\n${this.#problems.join('\n')}`);
  }

  #complain(text) {
    this.#problems.push(text);
    this.lines.push(`PROBLEM ${text}`);
  }

  #hear(message) {
    const { url, lineNumber } = message.location();
    this.lines.push(`console.${message.type()} ${message.text()} (${url}:${lineNumber})`);
    // That a request has failed is known from the request, with its status.
    if (/^(Failed to load resource|EventSource's response has a)/.test(message.text())) return;
    if (message.type() === 'error') this.#complain(`on the console: ${message.text()} (${url})`);
  }

  #hearFailure(request) {
    const text = request.failure()?.errorText ?? '';
    this.lines.push(`failed ${request.method()} ${request.url()} ${text}`);
    if (text === cancelled || this.#isAnnounced(request.url(), undefined)) return;
    this.#complain(`${request.method()} ${request.url()} failed: ${text}`);
  }

  #hearResponse(response) {
    const { url, status } = { url: response.url(), status: response.status() };
    const method = response.request().method();
    this.lines.push(`${status} ${method} ${url}`);
    if (status < 400 || this.#isAnnounced(url, status)) return;
    this.#complain(`${method} ${url} was answered with ${status}`);
  }

  #isAnnounced(url, status) {
    return this.#announced.some((each) => each.url.test(url) && each.status === status);
  }
}

// What a page asks when it has heard that its session has ended.
export const nobodySignedIn = { url: /\/api\/v1\/session$/, status: 401 };
