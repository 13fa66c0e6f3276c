#include "cli/first_pages.h"

#include <string_view>

namespace norn::cli {
namespace {

// One form for the three: what the page is for stands in its address, and what of the form it needs
// is for the script to say.
constexpr std::string_view kPage = R"(<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Norn</title>
<link rel="stylesheet" href="/first.css">
<main>
  <h1>Welcome to Norn</h1>
  <p id="purpose"></p>
  <form hidden>
    <label data-for="setup join">Your name <input name="name" autocomplete="name"></label>
    <label>E-mail address <input name="email" type="email" autocomplete="username" required></label>
    <label>Password <input name="password" type="password" autocomplete="current-password"
      required></label>
    <label data-for="sign-in">Code of your authenticator app, if you have one
      <input name="code" autocomplete="one-time-code"></label>
    <button>Go on</button>
  </form>
  <p id="outcome" role="status"></p>
  <noscript><p>This page needs JavaScript; everything it does is in the API, too.</p></noscript>
</main>
<script src="/first.js"></script>
</html>
)";

constexpr std::string_view kStyle = R"(:root { color-scheme: light dark; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 26rem; margin: 10vh auto; padding: 0 1.25rem; }
label { display: block; margin: 1rem 0; }
input { display: block; width: 100%; box-sizing: border-box; font: inherit; padding: .5rem; }
button { font: inherit; padding: .6rem 1.2rem; }
[hidden] { display: none; }
)";

constexpr std::string_view kScript = R"(const pages = {
  setup: {
    purpose: 'This makes the first account, which may invite the others. The link works once.',
    address: '/api/v1/setup',
    secret: 'secret',
  },
  join: {
    purpose: 'You are invited: make your account. The link works once.',
    address: '/api/v1/accounts',
    secret: 'invitation',
  },
  'sign-in': { purpose: 'Sign in.', address: '/api/v1/session' },
};
const name = location.pathname.slice(1);
const page = pages[name];
const form = document.querySelector('form');
const outcome = document.querySelector('#outcome');
document.querySelector('#purpose').textContent = page.purpose;
outcome.textContent = new URLSearchParams(location.search).get('error') ?? '';
for (const part of form.querySelectorAll('[data-for]')) {
  if (!part.dataset.for.split(' ').includes(name)) part.remove();
}
form.hidden = false;
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const body = Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== ''));
  if (page.secret) body[page.secret] = location.hash.slice(1);
  outcome.textContent = 'One moment ...';
  try {
    const reply = await fetch(page.address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer = await reply.json();
    if (!reply.ok) throw new Error(answer.detail);
    form.hidden = true;
    outcome.textContent = `Hello ${answer.name}. You are signed in.`;
  } catch (error) {
    outcome.textContent = error.message;
  }
});
)";

void send(http::Exchange& exchange, std::string_view type, std::string_view text) {
  http::Response& response = exchange.response;
  response.content_type = type;
  response.body = text;
  response.add_header("Content-Security-Policy",
                      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src "
                      "'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'");
  response.add_header("Referrer-Policy", "no-referrer");
  response.add_header("Cache-Control", "no-cache");
  exchange.done();
}

}  // namespace

bool serve_first_page(http::Exchange& exchange) {
  const http::Request& request = exchange.request;
  if (request.method != "GET" && request.method != "HEAD") return false;
  if (request.path == "/setup" || request.path == "/join" || request.path == "/sign-in") {
    send(exchange, "text/html; charset=utf-8", kPage);
  } else if (request.path == "/first.css") {
    send(exchange, "text/css; charset=utf-8", kStyle);
  } else if (request.path == "/first.js") {
    send(exchange, "text/javascript; charset=utf-8", kScript);
  } else if (request.path == "/") {
    exchange.response.status = 303;
    exchange.response.add_header("Location", "/api");
    exchange.done();
  } else {
    return false;
  }
  return true;
}

}  // namespace norn::cli
