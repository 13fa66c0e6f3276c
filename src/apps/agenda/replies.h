#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "apps/agenda/agenda.h"
#include "apps/agenda/kept_agendas.h"
#include "base/clock.h"
#include "base/error.h"
#include "store/store.h"

namespace norn::agenda {

// The pages of agendas as replies, kept for as long as they are right: one that is kept says
// exactly what a new one would. May block; safe from any thread.
class AgendaReplies {
 public:
  // Keeps at most `max_bytes`, on a store whose indexes are never behind; 0: nothing.
  AgendaReplies(store::Store& store, const Clock& clock, Agenda& agenda, size_t max_bytes)
      : clock_(clock), agenda_(agenda), kept_(store, agenda.sources(), max_bytes) {}

  using Reply = KeptAgendas::Reply;
  // The reply that is kept; nullptr if there is none.
  std::shared_ptr<const Reply> find(const std::string& user_id, const AgendaRequest& request,
                                    const std::vector<bool>& allowed);
  // The errors are those of Agenda::list.
  Result<std::shared_ptr<const Reply>> get(const std::string& user_id, const AgendaRequest& request,
                                           const std::vector<bool>& allowed);

 private:
  const Clock& clock_;
  Agenda& agenda_;
  KeptAgendas kept_;
};

}  // namespace norn::agenda
