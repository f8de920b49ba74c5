CREATE TABLE "milestone_intent_nonces" (
	"deployment" text NOT NULL,
	"account" text NOT NULL,
	"nonce" bigint NOT NULL,
	"intent_id" bigint,
	"attempt" integer NOT NULL,
	"given_up" boolean NOT NULL,
	CONSTRAINT "milestone_intent_nonces_deployment_account_nonce_pk" PRIMARY KEY("deployment","account","nonce"),
	CONSTRAINT "milestone_intent_nonces_attempt" UNIQUE("intent_id","attempt")
);
--> statement-breakpoint
CREATE TABLE "milestone_intents" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "milestone_intents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"deployment" text NOT NULL,
	"run_id" text NOT NULL,
	"step" text NOT NULL,
	"account" text NOT NULL,
	"to_address" text NOT NULL,
	"data" text NOT NULL,
	"value_wei" text NOT NULL,
	"gas" text NOT NULL,
	"state" text NOT NULL,
	"hash" text,
	"block_number" bigint,
	"block_hash" text,
	"reason" text,
	"created_at" bigint NOT NULL,
	CONSTRAINT "milestone_intents_name" UNIQUE("deployment","run_id","step")
);
--> statement-breakpoint
CREATE TABLE "milestone_signed_transactions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "milestone_signed_transactions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"deployment" text NOT NULL,
	"hash" text NOT NULL,
	"account" text NOT NULL,
	"nonce" bigint NOT NULL,
	"intent_id" bigint,
	"raw" text NOT NULL,
	"max_fee_per_gas" text NOT NULL,
	"max_priority_fee_per_gas" text NOT NULL,
	CONSTRAINT "milestone_signed_transactions_hash" UNIQUE("deployment","hash")
);
--> statement-breakpoint
CREATE INDEX "milestone_signed_transactions_nonce" ON "milestone_signed_transactions" USING btree ("deployment","account","nonce");--> statement-breakpoint
CREATE INDEX "milestone_signed_transactions_intent" ON "milestone_signed_transactions" USING btree ("intent_id");