#pragma once

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "base/check.h"
#include "http/server/listen_address.h"
#include "http/server/tls_files.h"

// What the tests of TLS share: certificates made on the spot, and a client.
namespace norn::http {

template <auto kFree>
struct FreeBy {
  template <typename T>
  void operator()(T* object) const {
    kFree(object);
  }
};

// Writes a new key and a certificate for `name`, signed by itself.
inline void make_certificate(const TlsFiles& files, const std::string& name) {
  const std::unique_ptr<EVP_PKEY, FreeBy<EVP_PKEY_free>> key(EVP_EC_gen("P-256"));
  const std::unique_ptr<X509, FreeBy<X509_free>> cert(X509_new());
  ASN1_INTEGER_set(X509_get_serialNumber(cert.get()), 1);
  X509_gmtime_adj(X509_getm_notBefore(cert.get()), -60);
  X509_gmtime_adj(X509_getm_notAfter(cert.get()), 3600);
  X509_set_pubkey(cert.get(), key.get());
  X509_NAME* const subject = X509_get_subject_name(cert.get());
  X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_UTF8,
                             reinterpret_cast<const unsigned char*>(name.c_str()), -1, -1, 0);
  X509_set_issuer_name(cert.get(), subject);
  NORN_CHECK(X509_sign(cert.get(), key.get(), EVP_sha256()) > 0, "a new key can sign");

  const std::unique_ptr<FILE, FreeBy<std::fclose>> cert_file(std::fopen(files.cert.c_str(), "w"));
  const std::unique_ptr<FILE, FreeBy<std::fclose>> key_file(std::fopen(files.key.c_str(), "w"));
  NORN_CHECK(cert_file && key_file, "the test's folder can be written");
  std::filesystem::permissions(
      files.key, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  PEM_write_X509(cert_file.get(), cert.get());
  PEM_write_PrivateKey(key_file.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr);
}

struct TlsWishes {
  int max_version = TLS1_3_VERSION;
  std::string_view protocols = "";  // As in RFC 7301: each with its length in front.
};

// A client that believes every certificate and tells whose it was.
class TlsClient {
 public:
  explicit TlsClient(const ListenAddress& address, const TlsWishes& wishes = {})
      : socket_(io_), context_(SSL_CTX_new(TLS_client_method())) {
    socket_.connect({boost::asio::ip::make_address(address.host), address.port});
    SSL_CTX_set_min_proto_version(context_.get(), TLS1_VERSION);
    SSL_CTX_set_security_level(context_.get(), 0);
    SSL_CTX_set_max_proto_version(context_.get(), wishes.max_version);
    if (!wishes.protocols.empty()) {
      SSL_CTX_set_alpn_protos(context_.get(),
                              reinterpret_cast<const unsigned char*>(wishes.protocols.data()),
                              static_cast<unsigned>(wishes.protocols.size()));
    }
    ssl_.reset(SSL_new(context_.get()));
    SSL_set_fd(ssl_.get(), socket_.native_handle());
    connected_ = SSL_connect(ssl_.get()) == 1;
  }

  bool is_connected() const { return connected_; }
  std::string_view version() const { return SSL_get_version(ssl_.get()); }

  std::string protocol() const {
    const unsigned char* name = nullptr;
    unsigned length = 0;
    SSL_get0_alpn_selected(ssl_.get(), &name, &length);
    return {reinterpret_cast<const char*>(name), length};
  }

  std::string server_name() const {
    const std::unique_ptr<X509, FreeBy<X509_free>> cert(SSL_get1_peer_certificate(ssl_.get()));
    char name[100] = "";
    X509_NAME_get_text_by_NID(X509_get_subject_name(cert.get()), NID_commonName, name,
                              sizeof(name));
    return name;
  }

  void send(std::string_view text) {
    SSL_write(ssl_.get(), text.data(), static_cast<int>(text.size()));
  }

  // Everything until there is as much as `count` bytes, or the server has closed.
  std::string receive(size_t count) {
    std::string text;
    char bytes[16'384];
    while (text.size() < count) {
      const int read = SSL_read(ssl_.get(), bytes, sizeof(bytes));
      if (read <= 0) break;
      text.append(bytes, static_cast<size_t>(read));
    }
    return text;
  }

  // A reply whose body is known to end so.
  std::string exchange(std::string_view request, std::string_view end) {
    send(request);
    std::string reply;
    while (!reply.ends_with(end)) {
      const std::string more = receive(1);
      if (more.empty()) break;
      reply += more;
    }
    return reply;
  }

  // Whether the server says goodbye, as TLS asks for.
  bool is_closed() {
    char byte = 0;
    const int read = SSL_read(ssl_.get(), &byte, 1);
    return read <= 0 && SSL_get_error(ssl_.get(), read) == SSL_ERROR_ZERO_RETURN;
  }

 private:
  boost::asio::io_context io_;
  boost::asio::ip::tcp::socket socket_;
  std::unique_ptr<SSL_CTX, FreeBy<SSL_CTX_free>> context_;
  std::unique_ptr<SSL, FreeBy<SSL_free>> ssl_;
  bool connected_ = false;
};

}  // namespace norn::http
