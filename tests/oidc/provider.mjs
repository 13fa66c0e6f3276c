// An OpenID provider on this machine, for tests/rest/oidc_test.py. It prints its address, and takes
// a line of JSON for each client that may use it: {"redirectUri": "..."}. Whoever comes is signed
// in without being asked: as the account that `login_hint` names.

import { createHash, generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';

import Provider from 'oidc-provider';

const CLIENT = { client_id: 'norn', client_secret: 'a secret of norn and the provider' };

function signingKey() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = privateKey.export({ format: 'jwk' });
  return { ...jwk, use: 'sig', alg: 'RS256', kid: createHash('sha256').update(jwk.n).digest('hex') };
}

const jwks = { keys: [signingKey()] };
const redirectUris = [];
let provider;

// "verified:anna@example.com" and "unverified:anna@example.com" are two people. A third part makes
// another person with the same address.
function accountOf(id) {
  const [kind, email] = id.split(':');
  return {
    accountId: id,
    claims: () => ({ sub: id, email, email_verified: kind === 'verified', name: `Name of ${email}` }),
  };
}

async function grantEverything(ctx) {
  const grant = new ctx.oidc.provider.Grant({
    clientId: ctx.oidc.client.clientId,
    accountId: ctx.oidc.session.accountId,
  });
  grant.addOIDCScope('openid email profile');
  await grant.save();
  return grant;
}

function makeProvider(issuer) {
  return new Provider(issuer, {
    clients: [{ ...CLIENT, redirect_uris: redirectUris, response_types: ['code'] }],
    jwks,
    cookies: { keys: ['only for tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    pkce: { methods: ['S256'], required: () => true },
    findAccount: (_, id) => accountOf(id),
    loadExistingGrant: grantEverything,
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
    ttl: { AccessToken: 600, AuthorizationCode: 60, IdToken: 600, Interaction: 600, Session: 600, Grant: 600 },
  });
}

async function signIn(request, response) {
  const { params } = await provider.interactionDetails(request, response);
  const result = params.login_hint === 'deny'
    ? { error: 'access_denied', error_description: 'They have changed their mind.' }
    : { login: { accountId: params.login_hint } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

const server = createServer((request, response) => {
  if (!provider) {
    response.writeHead(503).end();
  } else if (request.url.startsWith('/interaction/')) {
    signIn(request, response).catch((error) => response.writeHead(400).end(String(error)));
  } else {
    provider.callback()(request, response);
  }
});

server.listen(0, '127.0.0.1', () => {
  const issuer = `http://127.0.0.1:${server.address().port}`;
  console.log(JSON.stringify({ issuer, clientId: CLIENT.client_id, clientSecret: CLIENT.client_secret }));
  const lines = createInterface({ input: process.stdin });
  lines.on('line', (line) => {
    redirectUris.push(JSON.parse(line).redirectUri);
    provider = makeProvider(issuer);
    console.log('ready');
  });
  lines.on('close', () => process.exit(0));  // Its tests are done.
});
