#include "http/server/tls.h"

#include <fmt/format.h>
#include <openssl/err.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <new>
#include <string>

#include "base/check.h"

namespace norn::http {
namespace {

// OpenSSL's first message about the last failure. Empties its queue.
std::string last_reason() {
  const unsigned long code = ERR_peek_error();
  ERR_clear_error();
  if (code == 0) return "unknown failure";
  if (ERR_SYSTEM_ERROR(code)) return strerror(ERR_GET_REASON(code));
  const char* const reason = ERR_reason_error_string(code);
  return reason != nullptr ? reason : fmt::format("OpenSSL error {:x}", code);
}

std::unexpected<Error> refuse(std::string_view what, const std::filesystem::path& file) {
  return fail(ErrorCode::kValidation,
              fmt::format("Cannot use {} as the TLS {}: {}. Give PEM files with --tls-cert and "
                          "--tls-key.",
                          file.string(), what, last_reason()));
}

// RFC 7301: the client's list is of strings with their length in front.
int choose_protocol(SSL*, const unsigned char** chosen, unsigned char* chosen_length,
                    const unsigned char* offered, unsigned int offered_length, void*) {
  static constexpr std::array<unsigned char, 9> kHttp11 = {8,   'h', 't', 't', 'p',
                                                           '/', '1', '.', '1'};
  unsigned char* match = nullptr;
  if (SSL_select_next_proto(&match, chosen_length, kHttp11.data(), kHttp11.size(), offered,
                            offered_length) != OPENSSL_NPN_NEGOTIATED) {
    return SSL_TLSEXT_ERR_ALERT_FATAL;
  }
  *chosen = match;
  return SSL_TLSEXT_ERR_OK;
}

// A private key with a pass phrase is refused, because the server cannot ask for it.
int no_pass_phrase(char*, int, int, void*) {
  return -1;
}

void set_rules(SSL_CTX* context) {
  SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
  SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION |
                                   SSL_OP_CIPHER_SERVER_PREFERENCE | SSL_OP_PRIORITIZE_CHACHA |
                                   SSL_OP_IGNORE_UNEXPECTED_EOF);
  SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER |
                                SSL_MODE_RELEASE_BUFFERS);
  // Sessions are resumed by the tickets that clients keep, which costs us no memory.
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
  SSL_CTX_set_num_tickets(context, 1);
  SSL_CTX_set_cipher_list(context, "ECDHE+AESGCM:ECDHE+CHACHA20");
  SSL_CTX_set_alpn_select_cb(context, choose_protocol, nullptr);
  SSL_CTX_set_default_passwd_cb(context, no_pass_phrase);
}

// OpenSSL's own socket BIO writes in a way that raises SIGPIPE when the client has gone.
int socket_of(BIO* bio) {
  return *static_cast<const int*>(BIO_get_data(bio));
}

int write_socket(BIO* bio, const char* bytes, int count) {
  const ssize_t sent = send(socket_of(bio), bytes, static_cast<size_t>(count), MSG_NOSIGNAL);
  BIO_clear_retry_flags(bio);
  if (sent < 0 && (errno == EAGAIN || errno == EINTR)) BIO_set_retry_write(bio);
  return static_cast<int>(sent);
}

int read_socket(BIO* bio, char* into, int count) {
  const ssize_t received = recv(socket_of(bio), into, static_cast<size_t>(count), 0);
  BIO_clear_retry_flags(bio);
  if (received < 0 && (errno == EAGAIN || errno == EINTR)) BIO_set_retry_read(bio);
  return static_cast<int>(received);
}

long control_socket(BIO*, int command, long, void*) {
  return command == BIO_CTRL_FLUSH ? 1 : 0;
}

const BIO_METHOD* socket_method() {
  static const BIO_METHOD* const method = [] {
    BIO_METHOD* const made = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "socket");
    NORN_CHECK(made != nullptr, "there is memory for one BIO method");
    BIO_meth_set_write(made, write_socket);
    BIO_meth_set_read(made, read_socket);
    BIO_meth_set_ctrl(made, control_socket);
    return made;
  }();
  return method;
}

// A group may be let in on purpose, as Debian's ssl-cert is.
Result<void> check_private(const std::filesystem::path& key) {
  struct stat status{};
  if (::stat(key.c_str(), &status) != 0) return refuse("key", key);
  if ((status.st_mode & S_IRWXO) == 0) return {};
  return fail(
      ErrorCode::kValidation,
      fmt::format("Everybody on this machine may use the TLS key {0} (mode {1:03o}). Make it "
                  "private first: chmod 600 {0}",
                  key.string(), status.st_mode & 0777U));
}

}  // namespace

Result<std::shared_ptr<const TlsContext>> TlsContext::load(const TlsFiles& files) {
  ERR_clear_error();
  std::unique_ptr<SSL_CTX, Free> context(SSL_CTX_new(TLS_server_method()));
  NORN_CHECK(context != nullptr, "there is memory for a TLS context");
  set_rules(context.get());
  if (SSL_CTX_use_certificate_chain_file(context.get(), files.cert.c_str()) != 1) {
    return refuse("certificate", files.cert);
  }
  if (SSL_CTX_use_PrivateKey_file(context.get(), files.key.c_str(), SSL_FILETYPE_PEM) != 1) {
    return refuse("key", files.key);
  }
  NORN_TRY(check_private(files.key));
  return std::shared_ptr<const TlsContext>(new TlsContext(std::move(context)));
}

TlsSession::TlsSession(const TlsContext& context, int socket)
    : socket_(socket), ssl_(SSL_new(context.context_.get())) {
  BIO* const bio = ssl_ ? BIO_new(socket_method()) : nullptr;
  if (bio == nullptr) throw std::bad_alloc();
  BIO_set_data(bio, &socket_);
  BIO_set_init(bio, 1);
  SSL_set_bio(ssl_.get(), bio, bio);
  SSL_set_accept_state(ssl_.get());
}

TlsSession::Outcome TlsSession::outcome(int result, size_t count) {
  if (result == 1) return {Status::kOk, count};
  const int reason = SSL_get_error(ssl_.get(), result);
  ERR_clear_error();
  switch (reason) {
    case SSL_ERROR_WANT_READ:
      return {Status::kWantsRead, 0};
    case SSL_ERROR_WANT_WRITE:
      return {Status::kWantsWrite, 0};
    case SSL_ERROR_ZERO_RETURN:
      return {Status::kClosed, 0};
    default:
      failed_ = true;
      return {Status::kFailed, 0};
  }
}

TlsSession::Outcome TlsSession::handshake() {
  ERR_clear_error();
  return outcome(SSL_do_handshake(ssl_.get()), 0);
}

TlsSession::Outcome TlsSession::read(std::span<char> into) {
  ERR_clear_error();
  size_t count = 0;
  const int result = SSL_read_ex(ssl_.get(), into.data(), into.size(), &count);
  return outcome(result, count);
}

TlsSession::Outcome TlsSession::write(std::string_view bytes) {
  ERR_clear_error();
  size_t count = 0;
  const int result = SSL_write_ex(ssl_.get(), bytes.data(), bytes.size(), &count);
  return outcome(result, count);
}

void TlsSession::shut_down() {
  if (failed_ || SSL_in_init(ssl_.get()) == 1) return;
  ERR_clear_error();
  SSL_shutdown(ssl_.get());
  ERR_clear_error();
}

void TlsSession::forget_socket() {
  socket_ = -1;
}

}  // namespace norn::http
