#pragma once

#include <openssl/ssl.h>

#include <memory>
#include <span>
#include <string_view>

#include "base/error.h"
#include "http/server/tls_files.h"

namespace norn::http {

// A certificate with its key, and how TLS is spoken with it: TLS 1.2 and 1.3, forward secrecy
// only, HTTP/1.1 by ALPN.
class TlsContext {
 public:
  // Errors name the faulty file and the reason.
  static Result<std::shared_ptr<const TlsContext>> load(const TlsFiles& files);

 private:
  friend class TlsSession;
  struct Free {
    void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }
  };
  explicit TlsContext(std::unique_ptr<SSL_CTX, Free> context) : context_(std::move(context)) {}

  std::unique_ptr<SSL_CTX, Free> context_;
};

// TLS over one socket that does not block. OpenSSL works on the socket directly, without buffers
// between them, so that an idle connection costs little.
class TlsSession {
 public:
  enum class Status { kOk, kWantsRead, kWantsWrite, kClosed, kFailed };
  struct Outcome {
    Status status = Status::kFailed;
    size_t count = 0;
  };

  TlsSession(const TlsContext& context, int socket);
  TlsSession(const TlsSession&) = delete;
  TlsSession& operator=(const TlsSession&) = delete;

  // Each does as much as possible without blocking. If it returns kWantsRead or kWantsWrite, call
  // it again with the same arguments when the socket is readable or writable.
  Outcome handshake();
  Outcome read(std::span<char> into);
  Outcome write(std::string_view bytes);
  // Sends a close notification, if the socket accepts it at once.
  void shut_down();
  // Call it before the socket is closed, because the operating system may give its descriptor to
  // another client. All later calls fail.
  void forget_socket();

  // Whether bytes have been taken from the socket that read() has not returned.
  bool has_pending() const { return SSL_has_pending(ssl_.get()) == 1; }

 private:
  struct Free {
    void operator()(SSL* ssl) const { SSL_free(ssl); }
  };
  Outcome outcome(int result, size_t count);

  int socket_;  // Read by OpenSSL through a pointer.
  std::unique_ptr<SSL, Free> ssl_;
  bool failed_ = false;  // OpenSSL allows no more calls then.
};

}  // namespace norn::http
